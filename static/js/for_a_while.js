// Something of somebody's that is so for a while: said again it lasts on, and when the while is over one is told.

/** Keep `who` in the Map `kept` for `ms` from now; then take them out and call `then(who)`. */
export function forAWhile(kept, who, ms, then) {
  clearTimeout(kept.get(who));
  kept.set(
    who,
    setTimeout(() => {
      kept.delete(who);
      then(who);
    }, ms),
  );
}
