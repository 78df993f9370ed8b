export interface Cell {
  readonly text: string;
  /** Small text under the figure: an interval, or what it is a part of. */
  readonly sub?: string;
  readonly tone?: 'strong' | 'late' | 'bad';
  /** Why a figure is missing or only about right. */
  readonly hint?: string;
}
