import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureChromium } from '../../scripts/vscode/ensure-chromium.ts';
import { type PanelSnapshot, PROTOCOL_VERSION } from '../../src/core/protocol.ts';
import {
  builtIn,
  emptySnapshot,
  faultySnapshot,
  HOSTILE_NAMES,
  hostileSnapshot,
  manySnapshot,
  model,
  percentiles,
  phase,
  share,
  slowSnapshot,
  snapshot,
  typicalSnapshot,
} from '../support/panel-fixtures.ts';
import { launchBrowser } from '../support/vscode/browser.ts';
import { type OpenOptions, post, send, sent, startPanelPages, type Theme } from './panel-page.ts';

// Real pages on a shared machine; nothing below waits for a fixed time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
vi.mock('vscode', () => ({}));
const { panelHtml } = await import('../../src/editor/panel-host.ts');

const THEMES: readonly Theme[] = ['dark', 'light', 'hc-dark', 'hc-light'];
const FIXTURES: Readonly<Record<string, () => PanelSnapshot | null>> = {
  loading: () => null,
  empty: emptySnapshot,
  'one model': () => snapshot({ models: [model('qwen-local', { isDefault: true }), builtIn()] }),
  typical: typicalSnapshot,
  slow: slowSnapshot,
  faulty: faultySnapshot,
  'thirty models': manySnapshot,
  'hostile names': hostileSnapshot,
};
const AS_TABLES = {
  v: PROTOCOL_VERSION,
  modelsAsTable: true,
  racesAsTable: true,
  detailsAsTable: true,
  jobsAsTable: true,
};
const EVERYTHING = { v: PROTOCOL_VERSION, allModels: true, allRaces: true, moreFigures: true };

const PICTURES = fileURLToPath(new URL('../../out/panel/', import.meta.url));

const chromium = await ensureChromium();
const reason = 'missing' in chromium ? chromium.missing : null;

describe.skipIf(reason !== null)(
  `the panel in a browser${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    let browser: Browser;
    let pages: Awaited<ReturnType<typeof startPanelPages>>;

    beforeAll(async () => {
      browser = await launchBrowser();
      pages = await startPanelPages({ browser, html: panelHtml });
      mkdirSync(PICTURES, { recursive: true });
    }, 60_000);
    afterAll(async () => {
      await pages?.close();
      await browser?.close();
    });

    /** Opens the panel, does `work`, and fails on any script error or violation of the content policy. */
    async function withPanel(options: OpenOptions, work: (page: Page) => Promise<void>) {
      const { page, faults, close } = await pages.open(options);
      try {
        await work(page);
        expect(faults).toEqual([]);
      } finally {
        await close();
      }
    }

    test('says ready once, and draws the axis and the line before the first snapshot', async () => {
      await withPanel({ snapshot: null }, async (page) => {
        expect((await sent(page)).messages).toEqual([{ v: PROTOCOL_VERSION, type: 'ready' }]);
        expect(await page.textContent('h1')).toBe('Reading records…');
        expect(await page.locator('line.budget').count()).toBe(1);
      });
    });

    // Mostly sentences, and Preact. It holds five views with a table each, the split of a request into
    // phases and the arithmetic of jobs. Beyond this a dependency or a copy of a core module slipped in.
    test('is small: the script stays under 96 kB', () => {
      expect(pages.scriptBytes).toBeLessThan(96_000);
    });

    test.each(Object.keys(FIXTURES))('%s has no serious accessibility fault', async (name) => {
      await withPanel({ snapshot: FIXTURES[name]?.() ?? null }, async (page) => {
        expect(await accessibilityFaults(page)).toEqual([]);
        await picture(page, name);
      });
    });

    test.each(THEMES)('%s has no serious accessibility fault in any layout', async (theme) => {
      for (const [name, widthPx, state] of [
        ['charts', 1100, undefined],
        ['tables', 1100, AS_TABLES],
        ['charts', 320, EVERYTHING],
      ] as const) {
        const options = { theme, widthPx, state, snapshot: typicalSnapshot() };
        await withPanel(options, async (page) => {
          expect(await accessibilityFaults(page)).toEqual([]);
          await picture(page, `${theme}-${name}-${widthPx}`);
        });
      }
    });

    test.each(Object.keys(FIXTURES))('%s never scrolls sideways, at any width', async (name) => {
      const content = FIXTURES[name]?.() ?? null;
      for (const state of [AS_TABLES, EVERYTHING]) {
        await withPanel({ state, snapshot: content }, async (page) => {
          for (const widthPx of [320, 379, 380, 500, 720, 721, 900, 1099, 1100, 1700]) {
            await page.setViewportSize({ width: widthPx, height: 700 });
            await nextFrames(page);
            expect([widthPx, await overflowPx(page)]).toEqual([widthPx, 0]);
          }
        });
      }
    });

    test('the budget is one line down the page: the same place in every plot of every section', async () => {
      for (const widthPx of [1400, 1100, 800, 420]) {
        await withPanel({ widthPx, snapshot: typicalSnapshot() }, async (page) => {
          const places = await page.$$eval('line.budget', (lines) =>
            lines.map((line) => line.getBoundingClientRect().x.toFixed(2)),
          );
          expect(places.length).toBeGreaterThan(15);
          expect(new Set(places).size).toBe(1);
        });
      }
    });

    test.each([
      ['typical', typicalSnapshot],
      ['with a model that thinks', slowSnapshot],
    ])(
      'no two words of an axis or of the legend run together, at any width and budget (%s)',
      async (_, of) => {
        for (const budgetMs of [100, 300, 500, 1000, 10_000]) {
          await withPanel({ snapshot: { ...of(), budgetMs } }, async (page) => {
            for (const widthPx of [320, 379, 500, 600, 720, 721, 800, 900, 1100, 1400]) {
              await page.setViewportSize({ width: widthPx, height: 700 });
              await nextFrames(page);
              expect([budgetMs, widthPx, await collidingWords(page)]).toEqual([
                budgetMs,
                widthPx,
                [],
              ]);
            }
          });
        }
      },
    );

    test.each([1100, 800])('the words of a model keep off its plot (%i px)', async (widthPx) => {
      const models = typicalSnapshot().models.map((each) => ({
        ...each,
        detail: 'llama-server · 127.0.0.1:41559',
      }));
      await withPanel({ widthPx, snapshot: { ...typicalSnapshot(), models } }, async (page) => {
        const gaps = await page.$$eval('tbody.model', (rows) =>
          rows.map((row) => {
            const plot = row.querySelector('td.plot')?.getBoundingClientRect().left ?? 0;
            const words = [...row.querySelectorAll('th bdi, tr.note > td:first-child')];
            return Math.min(
              ...words.map((each) => {
                const range = document.createRange();
                range.selectNodeContents(each);
                return plot - range.getBoundingClientRect().right;
              }),
            );
          }),
        );
        expect(gaps).toHaveLength(6);
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
      });
    });

    test.each(['typical', 'slow', 'thirty models'])(
      '%s: no figure runs out of its cell, at any width',
      async (name) => {
        await withPanel({ snapshot: FIXTURES[name]?.() ?? null }, async (page) => {
          for (const widthPx of [721, 900, 1100, 1250, 1500, 1900]) {
            await page.setViewportSize({ width: widthPx, height: 700 });
            await nextFrames(page);
            expect([widthPx, await overrunCells(page)]).toEqual([widthPx, []]);
          }
        });
      },
    );

    test('the marks behind a name stay on the line of its end', async () => {
      for (const widthPx of [320, 800, 1100, 1500]) {
        await withPanel({ widthPx, snapshot: slowSnapshot() }, async (page) => {
          const apart = await page.$$eval('.model-name', (names) =>
            names.flatMap((each) => {
              const range = document.createRange();
              range.selectNodeContents(each.querySelector('bdi') ?? each);
              const end = [...range.getClientRects()].at(-1);
              return [...each.querySelectorAll('.glyph')].map((glyph) => {
                const mark = glyph.getBoundingClientRect();
                return Math.abs(
                  (mark.top + mark.bottom) / 2 - ((end?.top ?? 0) + (end?.bottom ?? 0)) / 2,
                );
              });
            }),
          );
          expect(apart.length).toBeGreaterThanOrEqual(2);
          expect(Math.max(...apart)).toBeLessThan(5);
        });
      }
    });

    test('without an answer that is long enough there is no axis of TPS', async () => {
      for (const widthPx of [1500, 320]) {
        await withPanel({ widthPx, snapshot: slowSnapshot() }, async (page) => {
          expect(await page.locator('#details').count()).toBe(1);
          expect(await page.locator('.tps-head').count()).toBe(0);
          expect(await page.textContent('#details-caption')).not.toContain('Line:');
        });
      }
    });

    test('the legend names thinking where a bar has it, and only there', async () => {
      const legend = (page: Page) => page.locator('svg.legend').textContent();
      await withPanel({ snapshot: slowSnapshot() }, async (page) => {
        expect(await legend(page)).toContain('thinking');
      });
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        expect(await legend(page)).not.toContain('thinking');
      });
    });

    test('a head over columns stands over their middle', async () => {
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        const offsets = await page.$$eval('table.models th.group', (heads) =>
          heads.map((head) => {
            const range = document.createRange();
            range.selectNodeContents(head);
            const [words, cell] = [range.getBoundingClientRect(), head.getBoundingClientRect()];
            return Math.abs(words.left + words.right - cell.left - cell.right) / 2;
          }),
        );
        expect(offsets).toHaveLength(2);
        expect(Math.max(...offsets)).toBeLessThanOrEqual(1.5);
      });
    });

    test('what is wrong stands before the models; mere notes and "no problems" stand last', async () => {
      const typical = typicalSnapshot();
      const notes = typical.problems.filter(({ severity }) => severity === 'note');
      for (const [problems, order] of [
        [typical.problems, ['problems', 'models', 'races', 'details', 'jobs', 'measured']],
        [typical.problems.slice(1), ['problems', 'models', 'races', 'details', 'jobs', 'measured']],
        [notes, ['models', 'races', 'details', 'jobs', 'measured', 'problems']],
        [[], ['models', 'races', 'details', 'jobs', 'measured', 'problems']],
      ] as const) {
        await withPanel({ snapshot: { ...typical, problems } }, async (page) => {
          const ids = await page.$$eval('section', (sections) => sections.map(({ id }) => id));
          expect(ids).toEqual(order);
        });
      }
    });

    test('before the first request, wrong entries are named and lead to the settings', async () => {
      const problems = [
        {
          severity: 'warning',
          title: 'qwen',
          detail: 'Model "qwen" is left out: "endpoint" is missing.',
        },
      ] as const;
      await withPanel({ snapshot: { ...emptySnapshot(), problems } }, async (page) => {
        expect(await page.textContent('h1')).toBe(
          'Only the built-in predictor is running: the entry "qwen" is wrong.',
        );
        expect(await page.textContent('.empty button')).toBe('Open Settings');
        expect(await page.locator('.context p').count()).toBe(0);
      });
      await withPanel({ snapshot: emptySnapshot() }, async (page) => {
        expect(await page.textContent('.empty button')).toBe('Add a Model…');
      });
    });

    test('names and messages of servers stay text', async () => {
      await withPanel({ snapshot: hostileSnapshot() }, async (page) => {
        expect(await page.title()).toBe('First Token Latency');
        expect(await page.locator('#root :is(b, img, script)').count()).toBe(0);
        expect(await page.getByText(HOSTILE_NAMES[0], { exact: true }).count()).toBeGreaterThan(2);
        const text = (await page.textContent('#root')) ?? '';
        expect(text).not.toMatch(/[\u202A-\u202E]/);
      });
    });

    test('nothing has an inline style, a transition or an animation', async () => {
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        expect(await page.locator('#root [style]').count()).toBe(0);
        const moving = await page.evaluate(
          () =>
            document.getAnimations().length +
            [...document.querySelectorAll('#root *')].filter(
              (each) => getComputedStyle(each).transitionDuration !== '0s',
            ).length,
        );
        expect(moving).toBe(0);
      });
    });

    test('the verdict alone is announced, and only when its words change', async () => {
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        expect(await page.locator('[aria-live]').count()).toBe(1);
        await page.evaluate(() => {
          const state = { changes: 0 };
          Object.assign(window, { spoken: state });
          new MutationObserver((records) => {
            state.changes += records.length;
          }).observe(document.querySelector('[aria-live]') as Element, {
            subtree: true,
            childList: true,
            characterData: true,
          });
        });
        const changes = () =>
          page.evaluate(
            () => (window as unknown as { spoken: { changes: number } }).spoken.changes,
          );
        const typical = typicalSnapshot();
        await send(page, { ...typical, totals: { ...typical.totals, keystrokes: 2000 } });
        expect(await changes()).toBe(0);
        await send(page, faultySnapshot());
        expect(await changes()).toBeGreaterThan(0);
      });
    });

    test('another version asks to be reopened instead of guessing', async () => {
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        await post(page, { v: PROTOCOL_VERSION + 1, type: 'snapshot', snapshot: {} });
        expect(await page.textContent('h1')).toMatch(/another version/);
      });
    });

    describe('by keyboard', () => {
      test('Tab goes from the verdict through the sections, one stop a table', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          const stops: string[] = [];
          for (let i = 0; i < 26; i += 1) {
            await page.keyboard.press('Tab');
            stops.push(await focused(page));
          }
          expect(stops.slice(0, 25)).toEqual([
            'Make qwen-local the Default',
            'Turn Off',
            'Export…',
            'Clear Records…',
            'Open Settings',
            'Set Key…',
            'Open Settings',
            'Show as Table: Models',
            'Model',
            'qwen-local',
            'Make Default: qwen-local',
            'Show as Table: Recent races',
            '14:31:52',
            'Show 1 More Keystrokes',
            'Show as Table: Each model in detail',
            'qwen-loc',
            'Show as Table: Which model finishes which job first?',
            '500 lines in the background, 480 tokens',
            'to read (prompt)',
            'to write (answer)',
            'one more keystroke: what is cached is not read again',
            'gemini-f',
            'Measure Models…',
            'Measure Models…',
            'BODY',
          ]);
        });
      });

      test('every stop shows where the focus is', async () => {
        for (const widthPx of [1100, 320]) {
          await withPanel({ widthPx, snapshot: typicalSnapshot() }, async (page) => {
            for (let i = 0; i < 12; i += 1) {
              await page.keyboard.press('Tab');
              const outline = await page.evaluate(() => {
                const style = getComputedStyle(document.activeElement as Element);
                return `${style.outlineStyle} ${style.outlineWidth}`;
              });
              expect([await focused(page), outline]).toEqual([expect.anything(), 'solid 1px']);
            }
          });
        }
      });

      test.each([1100, 320])(
        'arrows move by row, Home and End jump, Enter acts (%i px)',
        async (widthPx) => {
          await withPanel({ widthPx, snapshot: typicalSnapshot() }, async (page) => {
            await page.locator('[data-group=models][data-rove="qwen-local"]').focus();
            await page.keyboard.press('ArrowDown');
            await page.keyboard.press('Enter');
            await page.keyboard.press('End');
            await page.keyboard.press('Enter');
            await page.keyboard.press('ArrowDown');
            await page.keyboard.press('Home');
            await page.keyboard.press('ArrowUp');
            await page.keyboard.press('Enter');
            const actions = (await sent(page)).messages.slice(1);
            expect(actions).toEqual(
              [
                { type: 'set-default', model: 'gemini-flash' },
                { type: 'set-key', model: 'deepseek-fim' },
                { type: 'set-default', model: 'qwen-local' },
              ].map((action) => ({ v: PROTOCOL_VERSION, type: 'action', action })),
            );
          });
        },
      );

      test('the row that was left is the one to come back to, and only its button is a stop', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          await page.locator('[data-group=models][data-rove="qwen-local"]').focus();
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Tab');
          expect(await focused(page)).toBe('Make Default: gemini-flash');
          await page.keyboard.press('Tab');
          expect(await focused(page)).toBe('Show as Table: Recent races');
          await page.keyboard.press('Shift+Tab');
          await page.keyboard.press('Shift+Tab');
          expect(await focused(page)).toBe('gemini-flash');
        });
      });

      test('T shows the section as a table and back, and the focus is not lost', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          await page.locator('[data-group=models][data-rove="coder-7b"]').focus();
          await page.keyboard.press('t');
          expect(await page.locator('#models table.numbers').count()).toBe(6);
          expect(await focused(page)).toBe('Show as Chart: Models');
          await page.keyboard.press('t');
          expect(await page.locator('#models table.models').count()).toBe(1);
        });
      });

      test('heads sort, by arrows and Enter, and say so', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          await page.locator('[data-rove="name"]').focus();
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Enter');
          expect(await page.getAttribute('th.sorted', 'aria-sort')).toBe('ascending');
          expect(await rowOrder(page)).toEqual([
            'built-in',
            'qwen-local',
            'coder-7b',
            'gemini-flash',
            'codestral',
            'deepseek-fim',
          ]);
        });
      });

      test('the focus stays on its model when a new snapshot sorts the rows anew', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          await page.locator('[data-group=models][data-rove="codestral"]').focus();
          const typical = typicalSnapshot();
          const models = typical.models.map((each) =>
            each.id === 'codestral' ? { ...each, inTime: share(544, 544) } : each,
          );
          await send(page, { ...typical, models });
          expect((await rowOrder(page))[0]).toBe('codestral');
          expect(await focused(page)).toBe('codestral');
        });
      });
    });

    describe('the job', () => {
      const jobCaption = (page: Page) => page.textContent('#jobs-caption');

      test('is chosen by arrows or typed in sizes, and is there again after a reload', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          expect(await jobCaption(page)).toContain('For 480 tokens: gemini-flash');
          await page.getByLabel('500 lines in the background').focus();
          await page.keyboard.press('ArrowUp');
          expect(await jobCaption(page)).toContain('For 30 tokens: gemini-flash');
          await page.getByLabel('to write (answer)').fill('200');
          expect(await jobCaption(page)).toContain('For 200 tokens: gemini-flash');
          expect(await page.getByLabel('Your own sizes').isChecked()).toBe(true);
          const { state } = await sent(page);
          await withPanel({ state, snapshot: typicalSnapshot() }, async (reloaded) => {
            expect(await jobCaption(reloaded)).toContain('For 200 tokens');
          });
        });
      });

      test('keeps its size while what is typed is none, and says so', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          const size = page.getByLabel('to write (answer)');
          await size.fill('');
          await send(page, typicalSnapshot());
          expect([await size.inputValue(), await size.getAttribute('aria-invalid')]).toEqual([
            '',
            'true',
          ]);
          expect(await jobCaption(page)).toContain('For 480 tokens');
          await page.keyboard.press('Tab');
          expect(await size.inputValue()).toBe('480');
        });
      });

      test('T in a size is no wish for the table', async () => {
        await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
          await page.getByLabel('to write (answer)').focus();
          await page.keyboard.press('t');
          expect(await page.locator('#jobs ol.jobs').count()).toBe(1);
        });
      });

      test('cannot be judged before something was measured, which it offers', async () => {
        const models = typicalSnapshot().models.map((each) => ({ ...each, speed: null }));
        await withPanel({ snapshot: { ...typicalSnapshot(), models } }, async (page) => {
          expect(await page.textContent('#jobs')).toMatch(/It takes three requests/);
          await page.locator('#jobs').getByRole('button', { name: 'Measure Models…' }).click();
          expect((await sent(page)).messages.at(-1)).toEqual({
            v: PROTOCOL_VERSION,
            type: 'action',
            action: { type: 'measure' },
          });
        });
      });

      test('is not asked of a window that has only the built-in predictor', async () => {
        await withPanel({ snapshot: snapshot({ models: [builtIn()] }) }, async (page) => {
          expect(await page.locator('#jobs, #measured, #details').count()).toBe(0);
        });
      });
    });

    test('a wait in the scheduler is drawn, named and told as a queue, with how it is known', async () => {
      const queued = model('queued', {
        isDefault: true,
        inTime: share(40, 400),
        fromKey: percentiles({ p50Ms: 2150, p90Ms: 2600, n: 400 }),
        segments: [phase('wait', 24), phase('queue', 2004, 'estimated', 90), phase('prefill', 122)],
      });
      await withPanel({ snapshot: snapshot({ models: [queued] }) }, async (page) => {
        expect(await page.textContent('#models .note-line')).toContain(
          'queue, 2.0 s of 2.2 s, estimated ± 90 ms',
        );
        expect(await page.locator('#models rect[fill="url(#estimated-queue)"]').count()).toBe(1);
        const spoken = await page.locator('#models td.plot svg').getAttribute('aria-label');
        expect(spoken).toContain('queue 2,004 ms (estimated, ±\u00A090)');
      });
    });

    test('each button posts exactly its action', async () => {
      await withPanel({ snapshot: typicalSnapshot() }, async (page) => {
        for (const name of [
          'Turn Off',
          'Export…',
          'Clear Records…',
          'Make qwen-local the Default',
        ]) {
          await page.getByRole('button', { name, exact: true }).click();
        }
        await page.getByRole('button', { name: 'Set Key…: deepseek-fim' }).click();
        expect((await sent(page)).messages.slice(1)).toEqual(
          [
            { type: 'toggle' },
            { type: 'export' },
            { type: 'clear' },
            { type: 'set-default', model: 'qwen-local' },
            { type: 'set-key', model: 'deepseek-fim' },
          ].map((action) => ({ v: PROTOCOL_VERSION, type: 'action', action })),
        );
      });
    });

    test.each([1100, 800])(
      'the table of models offers the same buttons (%i px)',
      async (widthPx) => {
        await withPanel(
          { widthPx, state: AS_TABLES, snapshot: typicalSnapshot() },
          async (page) => {
            await page.getByRole('button', { name: 'Make Default: gemini-flash' }).click();
            await page.getByRole('button', { name: 'Set Key…: deepseek-fim' }).click();
            expect((await sent(page)).messages.slice(1)).toEqual(
              [
                { type: 'set-default', model: 'gemini-flash' },
                { type: 'set-key', model: 'deepseek-fim' },
              ].map((action) => ({ v: PROTOCOL_VERSION, type: 'action', action })),
            );
          },
        );
      },
    );

    test('thirty models are eight rows and the ones that matter, until all are asked for', async () => {
      await withPanel({ snapshot: manySnapshot() }, async (page) => {
        expect(await rowOrder(page)).toHaveLength(10);
        await page.getByRole('button', { name: 'Show 20 More Models' }).click();
        expect(await rowOrder(page)).toHaveLength(30);
        expect((await sent(page)).state).toMatchObject({ allModels: true });
      });
    });

    test('what was arranged before a reload is there again', async () => {
      const state = { v: PROTOCOL_VERSION, sort: { key: 'name', order: 'ascending' } };
      await withPanel({ state, snapshot: typicalSnapshot() }, async (page) => {
        expect((await rowOrder(page))[0]).toBe('built-in');
      });
    });
  },
);

/** Kept for people to look at; out/ is not part of the repository. */
function picture(page: Page, name: string) {
  return page.screenshot({ path: `${PICTURES}${name.replaceAll(' ', '-')}.png`, fullPage: true });
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Until a new width has been drawn. */
function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Pairs of words of one drawing that overlap, or stand so close that they read as one. */
function collidingWords(page: Page): Promise<string[]> {
  return page.$$eval('svg.axis-head, svg.legend, svg.tps-head', (drawings) =>
    drawings.flatMap((drawing) => {
      const words = [...drawing.querySelectorAll('text')].map((text) => ({
        text: text.textContent ?? '',
        box: text.getBoundingClientRect(),
      }));
      return words.flatMap(({ text, box }, index) =>
        words
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right + 2 &&
              other.left < box.right + 2 &&
              box.top < other.bottom - 4 &&
              other.top < box.bottom - 4,
          )
          .map((other) => `${text} | ${other.text}`),
      );
    }),
  );
}

/** Figures that begin left of their cell, where the one before may stand. */
function overrunCells(page: Page): Promise<string[]> {
  return page.$$eval(
    'table.models td:not(.plot), table.details td, table.races td:not(.plot)',
    (cells) =>
      cells.flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const [words, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
        const out = words.width > 0 && (words.left < box.left || words.right > box.right + 0.5);
        return out ? [`${cell.textContent}`] : [];
      }),
  );
}

function overflowPx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The label of what has the focus: its accessible name, a row's id or its first words. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return 'BODY';
    const row = element.matches('tr, li');
    if (row && element.closest('[data-model]')) return element.dataset['rove'] ?? '';
    if (row) return element.textContent?.slice(0, 8) ?? '';
    const label = element.getAttribute('aria-label');
    if (label !== null) return label;
    const [of] = (element as Partial<HTMLInputElement>).labels ?? [];
    return (of ?? element).textContent?.trim() ?? '';
  });
}

function rowOrder(page: Page): Promise<string[]> {
  return page.$$eval('[data-model]', (rows) =>
    rows.map((row) => (row as HTMLElement).dataset['model'] ?? ''),
  );
}
