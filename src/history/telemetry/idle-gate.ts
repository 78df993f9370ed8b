/** Decides whether a report is due, so that an idle window sends nothing. */
export interface IdleGate {
  /** Does the work that changes the totals: now, or after the report that wakes them up. */
  add(work: () => void): void;
  /** Nothing has changed since a report that arrived; work waits for the report that wakes the totals up. */
  readonly isAsleep: boolean;
  /** False while there is nothing to report. */
  readonly isDue: boolean;
  /** A report is being made of the totals as they are now. */
  begin(): void;
  /** It arrived, or it did not. */
  end(arrived: boolean): void;
}

/**
 * Totals only grow, and Prometheus reads their growth between two samples. So after a change the same
 * totals are reported once more, and after a silence the old totals go first: without them the first
 * keystrokes after a pause would belong to no interval and be lost from every rate.
 */
export function createIdleGate(): IdleGate {
  let isAsleep = false;
  let hasChanged = false;
  let reportsChange = false;
  let waiting: (() => void)[] = [];

  return {
    add(work) {
      if (isAsleep) {
        waiting.push(work);
        return;
      }
      hasChanged = true;
      work();
    },
    get isAsleep() {
      return isAsleep;
    },
    get isDue() {
      return !isAsleep || waiting.length > 0;
    },
    begin() {
      reportsChange = hasChanged;
      hasChanged = false;
    },
    end(arrived) {
      if (isAsleep) {
        isAsleep = false;
        hasChanged = waiting.length > 0;
        for (const work of waiting) work();
        waiting = [];
      } else if (!arrived) {
        hasChanged ||= reportsChange;
      } else if (!reportsChange && !hasChanged) {
        isAsleep = true;
      }
    },
  };
}
