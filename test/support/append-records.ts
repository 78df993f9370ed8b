/** A process of its own that appends records: `append-records.ts <directory> <name> <count>`. */
import { createJournal } from '../../src/history/journal.ts';
import { createFakeClock } from './fake-clock.ts';
import { lane, race } from './records.ts';

const [directory = '', name = '', count = '0'] = process.argv.slice(2);
const clock = createFakeClock();
const journal = createJournal({
  directory,
  clock,
  keepDays: 30,
  onProblem: (sentence) => {
    throw new Error(sentence);
  },
});
for (let index = 0; index < Number(count); index += 1) {
  journal.append(race({ id: `${name}-${index}`, at: clock.epochMs() + index, lanes: [lane()] }));
  if (index % 10 === 0) await journal.flush();
}
await journal.dispose();
