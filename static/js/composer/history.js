// What stood in the text before, for undo: a run of keys is one step, anything else a step of its own.

const REST = 1_000; // ms without a key end a step
const MOST = 200; // steps that are kept

export class History {
  constructor() {
    this.past = [];
    this.future = [];
    this.at = 0;
    this.how = '';
  }

  /** Before it becomes something else: `state` is `{text, from, to}`, `how` the sort of change ("" for one by itself). */
  keep(state, how = '') {
    const isMore = how && how === this.how && performance.now() - this.at < REST;
    this.at = performance.now();
    this.how = how;
    this.future = [];
    if (isMore) return;
    this.past.push(state);
    if (this.past.length > MOST) this.past.shift();
  }

  /** The state to go back to, or null; `now` may be gone forward to again. */
  undo(now) {
    return this.step(this.past, this.future, now);
  }

  redo(now) {
    return this.step(this.future, this.past, now);
  }

  step(source, target, now) {
    const state = source.pop();
    if (!state) return null;
    target.push(now);
    this.how = '';
    return state;
  }
}
