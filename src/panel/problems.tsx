import { actionLabel } from './action-label.ts';
import type { PanelContext } from './context.ts';
import { Glyph } from './glyph.tsx';
import { remoteText } from './remote-text.ts';
import { Section } from './section.tsx';

const TONE = { error: 'bad', warning: 'late', note: 'plain' } as const;

/** What is wrong, why, and the one thing to press. */
export function Problems({ context }: { context: PanelContext }) {
  const { problems, enabled } = context.snapshot;
  return (
    <Section id="problems" title="Problems" caption={summary(problems)}>
      <ul class="problems">
        {problems.map((problem) => {
          const { action } = problem;
          return (
            <li key={`${problem.title}\n${problem.detail}`}>
              <span class={TONE[problem.severity]}>
                <Glyph name={problem.severity} label={problem.severity} />
              </span>
              <strong>
                <bdi>{remoteText(problem.title)}</bdi>
              </strong>
              <bdi class="quiet">{remoteText(problem.detail, 400)}</bdi>
              {action !== undefined && (
                <button type="button" class="link" onClick={() => context.run(action)}>
                  {actionLabel(action, enabled)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** For example `1 error, 2 warnings`. */
function summary(problems: PanelContext['snapshot']['problems']): string {
  if (problems.length === 0) return 'No problems.';
  return (['error', 'warning', 'note'] as const)
    .map((severity) => [severity, problems.filter((p) => p.severity === severity).length] as const)
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => `${n} ${severity}${n === 1 ? '' : 's'}`)
    .join(', ');
}
