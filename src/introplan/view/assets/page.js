"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const pageData = JSON.parse($("page-data").textContent);
  const { steps, actions, milestones } = pageData;
  const last = steps.length - 1;
  const { element, picture } = drawing(pageData);

  // The frame whose step is the given one, or the first after it.
  const frameOf = (step) => {
    let low = 0, high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] < step) low = middle + 1; else high = middle;
    }
    return low;
  };

  // ---- The conditions of the segment that a frame belongs to.

  const conditions = () => {
    const { segments, segmentOf, toggles } = pageData;
    $("conditions-part").hidden = !segments.length;
    if (!segments.length) return () => {};
    let shown = -1;
    let items = [];
    const show = (number) => {
      const segment = segments[number];
      const many = segments.length > 1 ? ` ${number + 1} of ${segments.length}` : "";
      $("segment").textContent = segment.words ? "Milestone" + many : "Conditions";
      $("segment-words").textContent = segment.words;
      items = segment.conditions.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      });
      $("conditions").replaceChildren(...items);
      if (segment.size > items.length) {
        const more = document.createElement("li");
        more.textContent = `and ${segment.size - items.length} more`;
        $("conditions").append(more);
      }
      shown = number;
    };
    return (frame) => {
      const number = segmentOf[frame];
      if (number !== shown) show(number);
      const met = items.map(() => false);
      let from = frame;
      while (from > 0 && segmentOf[from - 1] === number) from--;
      for (; from <= frame; from++) for (const i of toggles[from]) met[i] = !met[i];
      items.forEach((item, i) => {
        if (item.classList.contains("met") === met[i]) return;
        item.classList.toggle("met", met[i]);
      });
      items.forEach((item, i) => item.setAttribute("aria-label", `${item.textContent}: ${met[i] ? "holds" : "does not hold yet"}`));
    };
  };

  // ---- The distance over time.

  const chart = () => {
    const { distance } = pageData;
    const known = distance.filter((d) => d !== null);
    if (!known.length || last < 1) {
      $("distance").hidden = true;
      return () => {};
    }
    const begun = pageData.segments.map((segment) => segment.from || 0);
    const most = [...known, ...begun].reduce((most, d) => Math.max(most, d), 1);
    const left = 34, right = 10, top = 12, bottom = 24, high = 150;
    let wide = 0, cursor, dot;
    const x = (frame) => left + (wide - left - right) * frame / last;
    const y = (d) => top + (high - top - bottom) * (1 - d / most);
    let at = 0;
    const draw = () => {
      wide = Math.max($("chart").clientWidth, 200);
      const sheet = element("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": "the distance over time" });
      let line = "", area = "", pen = false;
      distance.forEach((d, frame) => {
        if (d === null) { pen = false; return; }
        const to = (value) => { const place = `${x(frame).toFixed(1)} ${y(value).toFixed(1)}`; line += (pen ? "L" : "M") + place; area += "L" + place; pen = true; };
        to(d);
        // Where one milestone is reached, the way to the next one begins.
        const next = pageData.segmentOf[frame + 1];
        if (frame < last && next !== pageData.segmentOf[frame] && pageData.segments[next].from !== null) to(pageData.segments[next].from);
      });
      element("path", { class: "area", d: `M${x(0)} ${y(0)}${area}L${x(last)} ${y(0)}Z` }, sheet);
      element("path", { class: "base", d: `M${left} ${y(0)}H${wide - right}` }, sheet);
      element("path", { class: "curve", d: line }, sheet);
      if (milestones.length <= 200) {
        for (const { step } of milestones) {
          const frame = frameOf(step);
          element("circle", { class: "mark", cx: x(frame), cy: y(distance[frame] || 0), r: 4.5 }, sheet);
        }
      }
      const label = (text, px, py, anchor) => { element("text", { x: px, y: py, "text-anchor": anchor }, sheet).textContent = text; };
      label(most, left - 6, y(most) + 4, "end");
      label("0", left - 6, y(0) + 4, "end");
      label("start", left, high - 6, "start");
      label(`step ${steps[last]}`, wide - right, high - 6, "end");
      cursor = element("path", { class: "cursor" }, sheet);
      dot = element("circle", { class: "dot", r: 4 }, sheet);
      $("chart").replaceChildren(sheet);
      place(at);
    };
    const place = (frame) => {
      at = frame;
      cursor.setAttribute("d", `M${x(frame)} ${top - 6}V${high - bottom}`);
      dot.setAttribute("cx", x(frame));
      dot.setAttribute("cy", y(distance[frame] || 0));
    };
    draw();
    new ResizeObserver(() => { if ($("chart").clientWidth !== wide) draw(); }).observe($("chart"));
    return place;
  };

  // ---- The graph of all states.

  const graph = () => {
    const space = $("space");
    const nodes = new Map();
    for (const group of space.querySelectorAll("g.state")) nodes.set(+group.dataset.key.slice(6), group);
    $("graph").hidden = !nodes.size;
    if (!nodes.size) return () => {};
    return (frame) => {
      for (const group of nodes.values()) group.classList.remove("here", "been");
      for (let i = 0; i < frame; i++) nodes.get(pageData.stateOf[i])?.classList.add("been");
      const here = nodes.get(pageData.stateOf[frame]);
      if (!here) return;
      here.classList.add("here");
      if (space.scrollHeight > space.clientHeight || space.scrollWidth > space.clientWidth) {
        const node = here.getBoundingClientRect(), frame_ = space.getBoundingClientRect();
        space.scrollTop += node.top - frame_.top - space.clientHeight / 2;
        space.scrollLeft += node.left - frame_.left - space.clientWidth / 2;
      }
    };
  };

  // ---- The list of steps; of a long plan the part around the present one.

  const list = () => {
    $("plan").hidden = !actions.length;
    const paid = new Map(milestones.map((m) => [m.step, m.reward]));
    const reach = 150;
    const items = new Map();
    let from = 0, to = 0;
    const fill = (step) => {
      from = Math.max(1, Math.min(step - reach, actions.length - 2 * reach));
      to = Math.min(actions.length, from + 2 * reach);
      items.clear();
      const rows = [];
      const gap = (count) => {
        const row = document.createElement("li");
        row.className = "gap";
        row.textContent = `${count} more`;
        rows.push(row);
      };
      if (from > 1) gap(from - 1);
      for (let i = from; i <= to; i++) {
        const row = document.createElement("li");
        row.dataset.step = `${i}.`;
        row.textContent = actions[i - 1];
        if (paid.has(i)) { row.classList.add("paid"); row.dataset.paid = paid.get(i); }
        row.addEventListener("click", () => seek(frameOf(i)));
        rows.push(row);
        items.set(i, row);
      }
      if (to < actions.length) gap(actions.length - to);
      $("actions").replaceChildren(...rows);
    };
    return (frame) => {
      const step = steps[frame];
      if (!items.size || step > to || (step && step < from)) fill(step);
      for (const [i, row] of items) {
        row.classList.toggle("done", i < step);
        if (i === step) row.setAttribute("aria-current", "step"); else row.removeAttribute("aria-current");
      }
      const row = items.get(step), box = $("actions");
      if (!row) box.scrollTop = step ? box.scrollTop : 0;
      else box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
    };
  };

  // ---- Playing.

  const slider = $("slider");
  const words = (frame) => "the state after " + steps[frame] + " steps";
  const parts = [picture(words), conditions(), chart(), graph(), list()];
  const paidAt = new Map(milestones.map((m) => [m.step, m]));
  let current = 0, timer = 0;

  const tell = () => {
    const step = steps[current], milestone = paidAt.get(step);
    const jump = current && step - steps[current - 1] > 1 ? `${step - steps[current - 1]} steps, the last: ` : "";
    const done = step ? jump + actions[step - 1] : actions.length ? "the start" : "";
    $("now").textContent = done;
    if (milestone) {
      const mark = document.createElement("span");
      mark.className = "paid";
      mark.textContent = ` ◆ milestone, pays ${milestone.reward}`;
      $("now").append(mark);
    }
    $("count").textContent = `step ${step} of ${actions.length}, score ${pageData.scores[current]}`;
    slider.value = current;
    slider.setAttribute("aria-valuetext", `step ${step} of ${actions.length}: ${done}`);
    for (const mark of $("marks").children) mark.classList.toggle("met", +mark.dataset.step <= step);
  };
  const show = (frame) => {
    current = Math.max(0, Math.min(last, frame));
    for (const part of parts) part(current);
    tell();
  };
  const isPlaying = () => document.body.classList.contains("playing");
  const pause = () => {
    clearTimeout(timer);
    document.body.classList.remove("playing");
    $("play").setAttribute("aria-label", "play");
    $("now").setAttribute("aria-live", "polite");
  };
  // A short plan takes its time, a long one is over within a minute.
  const delay = () => Math.max(25, Math.min(900, 40000 / last)) / +$("speed").value;
  const advance = () => {
    document.body.classList.toggle("quick", delay() < 280);
    show(current + 1);
    if (current >= last) pause(); else timer = setTimeout(advance, delay());
  };
  const play = () => {
    if (last < 1) return;
    if (current >= last) show(0);
    document.body.classList.add("playing");
    $("play").setAttribute("aria-label", "pause");
    $("now").setAttribute("aria-live", "off");
    timer = setTimeout(advance, delay() / 2);
  };
  const toggle = () => (isPlaying() ? pause() : play());
  const seek = (frame) => {
    pause();
    document.body.classList.toggle("quick", Math.abs(frame - current) > 1);
    show(frame);
  };
  const toMilestone = (way) => {
    const step = steps[current];
    const ahead = milestones.map((m) => m.step).filter((s) => (s - step) * way > 0);
    if (way > 0) seek(ahead.length ? frameOf(ahead[0]) : last);
    else seek(ahead.length ? frameOf(ahead[ahead.length - 1]) : 0);
  };

  const KEYS = {
    " ": toggle,
    ArrowRight: () => seek(current + 1),
    ArrowLeft: () => seek(current - 1),
    Home: () => seek(0),
    End: () => seek(last),
    PageDown: () => toMilestone(1),
    PageUp: () => toMilestone(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || last < 1) return;
    const { target, key } = event;
    if (!KEYS[key] || target.tagName === "SELECT") return;
    if (key === " " && target.tagName === "BUTTON") return;
    event.preventDefault();
    KEYS[key]();
  });
  slider.addEventListener("input", () => seek(+slider.value));
  $("play").addEventListener("click", toggle);
  $("first").addEventListener("click", () => seek(0));
  $("back").addEventListener("click", () => seek(current - 1));
  $("next").addEventListener("click", () => seek(current + 1));
  $("last").addEventListener("click", () => seek(last));

  const marks = () => {
    const few = milestones.length <= 40;
    for (const [i, { step, reward, words }] of milestones.entries()) {
      const mark = document.createElement(few ? "button" : "i");
      mark.dataset.step = step;
      mark.style.left = `${100 * frameOf(step) / Math.max(last, 1)}%`;
      if (few) {
        mark.type = "button";
        mark.textContent = "◆";
        const text = `milestone ${i + 1}, step ${step}, pays ${reward}${words ? ": " + words : ""}`;
        mark.title = text;
        mark.setAttribute("aria-label", text);
        mark.addEventListener("click", () => seek(frameOf(step)));
      }
      $("marks").append(mark);
    }
  };

  slider.max = last;
  $("player").hidden = last < 1;
  marks();
  show(0);
})();
