import { useState } from 'preact/hooks';

type Axis = 'vertical' | 'horizontal';

const KEYS: Readonly<Record<Axis, readonly [previous: string, next: string]>> = {
  vertical: ['ArrowUp', 'ArrowDown'],
  horizontal: ['ArrowLeft', 'ArrowRight'],
};

/**
 * One Tab stop for many items: arrows, Home and End move among the elements inside the container that
 * carry `data-rove`, in document order. The place is kept by id, so it survives sorting.
 */
export function useRoving(ids: readonly string[], axis: Axis) {
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
  const [previous, next] = KEYS[axis];

  const onKeyDown = (event: KeyboardEvent) => {
    const container = event.currentTarget as HTMLElement;
    const items = [...container.querySelectorAll<HTMLElement>('[data-rove]')];
    const at = items.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const to =
      event.key === previous
        ? Math.max(0, at - 1)
        : event.key === next
          ? Math.min(items.length - 1, at + 1)
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? items.length - 1
              : null;
    const item = to === null ? undefined : items[to];
    if (item === undefined) return;
    event.preventDefault();
    setChosen(item.dataset['rove'] ?? null);
    item.focus();
  };

  const itemProps = (id: string) => ({
    'data-rove': id,
    tabIndex: id === current ? 0 : -1,
    onFocus: () => setChosen(id),
  });
  return { current, onKeyDown, itemProps };
}
