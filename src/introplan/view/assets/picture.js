"use strict";
// What the pages share: drawings of states, of which the data hold what changes from one to the next.
const drawing = (pageData) => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";

  const element = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (parent) parent.append(made);
    return made;
  };

  // ---- The picture: sprites that move from frame to frame, or whole pictures.

  const picture = (words) => {
    if (pageData.pictures.length) {
      const image = document.createElement("img");
      $("picture").append(image);
      return (frame) => {
        image.src = "data:image/svg+xml," + encodeURIComponent(pageData.pictures[pageData.shown[frame]]);
        image.alt = words(frame) + ", as the world draws itself";
      };
    }
    return sprites();
  };

  const SHAPES = {
    b: ([, look, x, y, width, height, rx]) => element("rect", { class: "l-" + look, x, y, width, height, rx }),
    d: ([, look, cx, cy, r]) => element("circle", { class: "l-" + look, cx, cy, r }),
    p: ([, look, d]) => element("path", { class: "l-" + look, d }),
    t: ([, look, x, y, text, size, anchor, mono]) => {
      const made = element("text", { class: "l-" + look + (mono ? " mono" : ""), x, y, "font-size": size, "text-anchor": anchor });
      made.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
      made.textContent = text;
      return made;
    },
  };

  const dressed = (body) => {
    const [title, kind, shapes] = pageData.bodies[body];
    const group = element("g", kind ? { class: kind } : {});
    if (title) element("title", {}, group).textContent = title;
    for (const shape of shapes) group.append(SHAPES[shape[0]](shape));
    return group;
  };

  const sprites = () => {
    const { frames, width, height } = pageData;
    const sheet = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" }, $("picture"));
    sheet.style.width = `min(100%, ${Math.min(width * 1.7, 1000)}px)`;
    // What every frame undoes is found out once, so that it can be played backwards.
    const present = new Map();
    const undo = frames.map((changes) => {
      const back = [];
      for (let i = 0; i < changes.length; i += 4) {
        const [sprite, x, y, body] = changes.slice(i, i + 4);
        back.push(sprite, ...(present.get(sprite) || [0, 0, -1]));
        if (body < 0) present.delete(sprite); else present.set(sprite, [x, y, body]);
      }
      return back;
    });
    const there = new Map();
    const wanted = new Map();
    let at = -1;

    const apply = (changes) => {
      for (let i = 0; i < changes.length; i += 4) wanted.set(changes[i], changes.slice(i + 1, i + 4));
    };
    // Sprites are stacked in the order of their numbers.
    const insert = (number, group) => {
      let after = null;
      for (const [other, known] of there) if (other > number && (!after || other < after.number)) after = { number: other, known };
      sheet.insertBefore(group, after ? after.known.group : null);
    };
    const patch = () => {
      for (const [number, [x, y, body]] of wanted) {
        const old = there.get(number);
        if (body < 0) {
          if (old) { old.group.remove(); there.delete(number); }
          continue;
        }
        let now = old;
        if (!old || old.body !== body) {
          const group = dressed(body);
          if (old) {
            group.style.transform = old.group.style.transform;
            old.group.replaceWith(group);
            group.getBoundingClientRect();
          } else if (there.size && at > 0) insert(number, group);
          else sheet.append(group);
          now = { group, body };
          there.set(number, now);
        }
        now.group.style.transform = `translate(${x}px, ${y}px)`;
      }
      wanted.clear();
    };
    return (frame) => {
      while (at < frame) apply(frames[++at]);
      while (at > frame) apply(undo[at--]);
      patch();
      sheet.setAttribute("aria-label", pageData.titles[frame] || "the state");
    };
  };

  return { element, picture };
};
