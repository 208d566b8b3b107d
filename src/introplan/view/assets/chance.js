(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("page-data").textContent);
  const { element, picture } = drawing(data);
  const MOST_MOVES = 300;

  // ---- Numbers.

  const short = (value) => {
    if (value === null || value === undefined) return "?";
    const size = Math.abs(value);
    if (size >= 1e6 || (size > 0 && size < 1e-4)) return value.toExponential(2);
    return String(+value.toFixed(size >= 100 ? 2 : 4));
  };
  const percent = (p) => `${+(100 * p).toPrecision(3)} %`;
  // Mulberry32: small, and the same in every browser.
  const generator = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  // ---- A world of which all is known: values, and episodes that are drawn here.

  const whole = () => {
    const { choices, horizon, discount, ends } = data;
    const isOver = (state) => state in ends;
    let stages = null;
    const worth = (outcomes, values) => outcomes.reduce((sum, [p, to, reward]) => sum + p * (reward + discount * (isOver(to) ? 0 : values[to])), 0);
    if (horizon !== null) {
      stages = [choices.map(() => 0)];
      for (let left = 1; left <= horizon; left++) {
        const later = stages[left - 1];
        stages.push(choices.map((own) => own.reduce((most, c) => Math.max(most, worth(c.outcomes, later)), own.length ? -Infinity : 0)));
      }
    }
    const q = (state, choice, left) => {
      const { outcomes } = choices[state][choice];
      if (stages) return worth(outcomes, stages[left - 1]);
      const known = outcomes.every(([, to]) => isOver(to) || data.values[to] !== null);
      return known ? worth(outcomes, data.values) : null;
    };
    const best = (state, left) => {
      if (!stages) return data.best[state];
      let found = -1, most = -Infinity;
      choices[state].forEach((_, choice) => {
        const value = q(state, choice, left);
        if (value > most + 1e-12 * Math.max(1, Math.abs(most === -Infinity ? 0 : most))) { most = value; found = choice; }
      });
      return found;
    };
    const value = (state, left) => (isOver(state) ? 0 : stages ? stages[left][state] : data.values[state]);
    const move = (state, left, action) => {
      const made = { state, frame: state, left, value: value(state, left), options: [], action: -1, end: "" };
      if (isOver(state)) made.end = ends[state];
      else if (left === 0) made.end = "no moves are left";
      else if (!choices[state].length) made.end = "nothing can be done";
      if (made.end) return made;
      made.best = best(state, left);
      made.action = action === undefined ? made.best : action;
      made.options = choices[state].map((own, choice) => ({ name: own.action, choice, value: q(state, choice, left), error: 0 }));
      made.options.sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || a.choice - b.choice);
      made.outcomes = choices[state][made.action].outcomes.map(([chance, to, reward]) => ({ chance, to, reward, ends: ends[to] || "" }));
      made.name = choices[state][made.action].action;
      return made;
    };
    const drawn = (outcomes, rng) => {
      let rest = rng();
      for (let i = 0; i < outcomes.length; i++) if ((rest -= outcomes[i].chance) < 0) return i;
      return outcomes.length - 1;
    };
    // The rest of an episode; the first of its moves and what comes of it may be given.
    const goOn = (moves, rng, action, outcome) => {
      while (moves.length <= MOST_MOVES) {
        const now = moves[moves.length - 1];
        if (now.end) return moves;
        const here = action === undefined ? now : move(now.state, now.left, action);
        moves[moves.length - 1] = here;
        here.happens = outcome === undefined ? drawn(here.outcomes, rng) : outcome;
        const { to, reward } = here.outcomes[here.happens];
        here.reward = reward;
        moves.push(move(to, here.left === null ? null : here.left - 1));
        action = outcome = undefined;
      }
      moves[moves.length - 1].end = "cut here";
      return moves;
    };
    return {
      episode: (number) => goOn([move(data.start, horizon)], generator(data.seed * 7919 + number)),
      changed: (moves, at, rng, action, outcome) => goOn(moves.slice(0, at + 1), rng, action, outcome),
      canChange: true,
    };
  };

  // ---- A larger world: the episodes that were played.

  const played = () => ({
    episode: (number) => data.episodes[(number - 1) % data.episodes.length].map((m) => {
      const options = m.options.map(([name, value, error]) => ({ name, value, error }));
      const outcomes = (m.outcomes || []).map(([chance, reward]) => ({ chance, reward, ends: "" }));
      const own = options.find((o) => o.name === m.action);
      return { ...m, options, outcomes, name: m.action, value: m.end ? 0 : own ? own.value : options[0]?.value ?? null,
        happens: (m.outcomes || []).findIndex(([, , is]) => is) };
    }),
    canChange: false,
  });

  // ---- What is shown of a move.

  const world = data.kind === "whole" ? whole() : played();
  const show = picture((frame) => "state " + (frame + 1));
  let moves = [], current = 0, number = 1, isOwn = false, timer = 0;

  const scoreAt = (at) => {
    let score = 0, weight = 1;
    for (let i = 0; i < at; i++) { score += weight * moves[i].reward; weight *= data.discount; }
    return { score, weight };
  };

  const bar = (share, name, amount, classes, act) => {
    const row = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.className = classes;
    const fill = document.createElement("i");
    fill.style.width = `${100 * Math.max(0, Math.min(1, share))}%`;
    const label = document.createElement("span"), value = document.createElement("span");
    label.className = "name";
    label.textContent = name;
    value.className = "amount";
    value.textContent = amount;
    button.append(fill, label, value);
    if (act) button.addEventListener("click", act); else button.disabled = true;
    row.append(button);
    return row;
  };

  const own = (action, outcome) => {
    pause();
    const rng = generator((Math.random() * 2 ** 31) | 0);
    moves = world.changed(moves, current, rng, action, outcome);
    isOwn = true;
    changed();
    seek(outcome === undefined ? current : current + 1);
  };

  const showOptions = (now) => {
    const known = now.options.map((o) => o.value).filter((v) => v !== null);
    const most = Math.max(...known), least = Math.min(...known, most - 1e-9);
    $("options-title").hidden = !now.options.length;
    $("options").replaceChildren(...now.options.map((o) => {
      const isChosen = o.name === now.name;
      const error = o.error ? ` ± ${short(o.error)}` : "";
      const share = o.value === null ? 0 : 0.08 + 0.92 * (o.value - least) / (most - least);
      const row = bar(share, o.name, short(o.value) + error, isChosen ? "chosen" : "", world.canChange && (() => own(o.choice)));
      const words = isChosen ? "what is done" : "do this instead";
      if (world.canChange || isChosen) row.firstChild.title = words;
      return row;
    }));
  };

  const showOutcomes = (now) => {
    const list = now.outcomes || [];
    $("chances").hidden = !list.length;
    if (!list.length) return;
    const hint = world.canChange ? " Click to let something else happen; point to see it." : "";
    $("chances-words").textContent = list.length > 1 ? `After ${now.name}: in green what happens in this episode.${hint}` : `${now.name} has one outcome.`;
    const likely = list.map((o, i) => [o, i]).sort(([a, i], [b, j]) => b.chance - a.chance || i - j);
    $("outcomes").replaceChildren(...likely.map(([o, i]) => {
      const ends = o.ends ? `, ${o.ends}` : "";
      const pays = o.reward ? `pays ${short(o.reward)}` : "pays nothing";
      const row = bar(o.chance, percent(o.chance), pays + ends, i === now.happens ? "happened" : "", world.canChange && (() => own(now.action, i)));
      if (o.to !== undefined) {
        const button = row.firstChild;
        for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => { if (!isPlaying()) show(o.to); });
        for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => show(moves[current].frame));
      }
      return row;
    }));
  };

  // ---- The course of the episode: score so far, and what is to be expected in all.

  let chart = () => {};
  const drawChart = () => {
    const last = moves.length - 1;
    const points = moves.map((m, i) => {
      const { score, weight } = scoreAt(i);
      return { score, total: m.value === null ? null : score + weight * m.value };
    });
    const all = points.flatMap((p) => (p.total === null ? [p.score] : [p.score, p.total]));
    let low = Math.min(...all), high = Math.max(...all);
    if (high - low < 1e-9) { low -= 1; high += 1; }
    const left = 52, right = 10, top = 10, bottom = 22, tall = 150, wide = Math.max($("chart").clientWidth, 200);
    const x = (i) => left + (wide - left - right) * (last ? i / last : 0);
    const y = (v) => top + (tall - top - bottom) * (1 - (v - low) / (high - low));
    const sheet = element("svg", { viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": "score so far and expected score over the episode" });
    const line = (key, name) => {
      let path = "";
      points.forEach((p, i) => { if (p[key] !== null) path += `${path ? "L" : "M"}${x(i).toFixed(1)} ${y(p[key]).toFixed(1)}`; });
      element("path", { class: name, d: path }, sheet);
    };
    if (points[0].total !== null) element("path", { class: "even", d: `M${left} ${y(points[0].total)}H${wide - right}` }, sheet);
    line("score", "score");
    line("total", "curve");
    const label = (text, px, py, anchor) => { element("text", { x: px, y: py, "text-anchor": anchor }, sheet).textContent = text; };
    label(short(+high.toPrecision(4)), left - 6, y(high) + 4, "end");
    label(short(+low.toPrecision(4)), left - 6, y(low) + 4, "end");
    label("blue: expected in all, green: paid so far", left, tall - 5, "start");
    if (wide > 400) label(`move ${last}`, wide - right, tall - 5, "end");
    const cursor = element("path", { class: "cursor" }, sheet), dot = element("circle", { class: "dot", r: 4 }, sheet);
    $("chart").replaceChildren(sheet);
    chart = (at) => {
      const p = points[at];
      cursor.setAttribute("d", `M${x(at)} ${top - 4}V${tall - bottom}`);
      dot.setAttribute("cx", x(at));
      dot.setAttribute("cy", y(p.total === null ? p.score : p.total));
    };
    chart.wide = wide;
    chart(Math.min(current, last));
  };

  // ---- The policy as a picture.

  const cells = new Map();
  for (const group of $("map").querySelectorAll("g[data-key]")) cells.set(group.dataset.key, group);
  $("map-part").hidden = !cells.size;
  let lit = null;
  const light = (now) => {
    if (lit) lit.classList.remove("here");
    lit = now.state === undefined ? null : cells.get(data.pictureOf[now.state]) || null;
    if (lit) { lit.classList.add("here"); lit.parentNode.append(lit); }
  };

  // ---- Playing.

  const slider = $("slider");
  const tell = () => {
    const now = moves[current], before = current ? moves[current - 1] : null;
    const { score } = scoreAt(current);
    const words = [];
    if (before) words.push(before.name);
    if (now.end) words.push(({ success: "success", failure: "failure", over: "the episode is over" })[now.end] || now.end);
    $("now").textContent = words.length ? words.join(" — ") : "the start";
    if (before && before.reward) {
      const paid = document.createElement("span");
      paid.className = before.reward < 0 ? "paid lost" : "paid";
      paid.textContent = ` pays ${short(before.reward)}`;
      $("now").append(paid);
    }
    $("value").textContent = now.end ? "0" : short(now.value);
    const left = now.left === null || now.left === undefined ? "" : `, ${now.left} moves left`;
    $("value-words").textContent = now.end ? `Nothing more is paid. Score ${short(score)}.` : `to be expected from here on, on top of ${short(score)} so far${left}`;
    const name = isOwn ? "your episode" : `episode ${number}`;
    $("count").textContent = `${name}, move ${current} of ${moves.length - 1}, score ${short(score)}`;
    slider.value = current;
    slider.setAttribute("aria-valuetext", `move ${current} of ${moves.length - 1}`);
  };
  const showMove = (at) => {
    current = Math.max(0, Math.min(moves.length - 1, at));
    const now = moves[current];
    show(now.frame);
    showOptions(now);
    showOutcomes(now);
    light(now);
    chart(current);
    tell();
  };
  const changed = () => {
    slider.max = moves.length - 1;
    drawChart();
  };
  const isPlaying = () => document.body.classList.contains("playing");
  const pause = () => {
    clearTimeout(timer);
    document.body.classList.remove("playing");
    $("play").setAttribute("aria-label", "play");
    $("now").setAttribute("aria-live", "polite");
  };
  const delay = () => Math.max(60, Math.min(800, 20000 / moves.length)) / +$("speed").value;
  const advance = () => {
    document.body.classList.toggle("quick", delay() < 280);
    showMove(current + 1);
    if (current >= moves.length - 1) pause(); else timer = setTimeout(advance, delay());
  };
  const play = () => {
    if (moves.length < 2) return;
    if (current >= moves.length - 1) showMove(0);
    document.body.classList.add("playing");
    $("play").setAttribute("aria-label", "pause");
    $("now").setAttribute("aria-live", "off");
    timer = setTimeout(advance, delay() / 2);
  };
  const toggle = () => (isPlaying() ? pause() : play());
  const seek = (at) => {
    pause();
    document.body.classList.toggle("quick", Math.abs(at - current) > 1);
    showMove(at);
  };
  const begin = (which) => {
    pause();
    number = which;
    isOwn = false;
    moves = world.episode(number);
    current = 0;
    changed();
    showMove(0);
  };
  const another = () => { const was = isPlaying(); begin(number + 1); if (was) play(); };

  const KEYS = {
    " ": toggle,
    ArrowRight: () => seek(current + 1),
    ArrowLeft: () => seek(current - 1),
    Home: () => seek(0),
    End: () => seek(moves.length - 1),
    d: another,
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
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
  $("last").addEventListener("click", () => seek(moves.length - 1));
  $("draw").addEventListener("click", another);
  $("reward").hidden = !$("wishes").children.length;
  new ResizeObserver(() => { if (Math.max($("chart").clientWidth, 200) !== chart.wide) drawChart(); }).observe($("chart"));
  begin(1);
})();
