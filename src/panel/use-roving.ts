import { useState } from 'preact/hooks';

type Axis = 'vertical' | 'horizontal';

const KEYS: Readonly<Record<Axis, readonly [previous: string, next: string]>> = {
  vertical: ['ArrowUp', 'ArrowDown'],
  horizontal: ['ArrowLeft', 'ArrowRight'],
};

/**
 * One Tab stop for many items: arrows, Home and End move among `ids`, in their order. The place is
 * kept by id, so it survives sorting. `group` tells the items apart from others in the same container.
 */
export function useRoving(group: string, ids: readonly string[], axis: Axis) {
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.dataset['group'] !== group) return;
    const at = ids.indexOf(target.dataset['rove'] ?? '');
    const to = at < 0 ? null : destination(event.key, KEYS[axis], at, ids.length - 1);
    if (to === null) return;
    event.preventDefault();
    const id = ids[to];
    for (const item of (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(
      `[data-group=${group}]`,
    )) {
      if (item.dataset['rove'] === id) item.focus();
    }
  };

  const itemProps = (id: string) => ({
    'data-group': group,
    'data-rove': id,
    tabIndex: id === current ? 0 : -1,
    onFocus: () => setChosen(id),
  });
  return { current, onKeyDown, itemProps };
}

function destination(
  key: string,
  [previous, next]: readonly [string, string],
  at: number,
  last: number,
): number | null {
  if (key === previous) return Math.max(0, at - 1);
  if (key === next) return Math.min(last, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}
