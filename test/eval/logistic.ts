/** One observation: inputs, outcome and how much it counts. */
export interface Observation {
  readonly features: readonly number[];
  readonly right: boolean;
  readonly weight: number;
}

/** A little ridge keeps features that hardly vary from running away. */
const RIDGE = 0.01;
const ROUNDS = 25;

/** Logistic regression by Newton's method; returns one constant per feature. */
export function fitLogistic(observations: readonly Observation[]): number[] {
  const size = observations[0]?.features.length ?? 0;
  let constants = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const system = constants.map((constant, i) => {
      const row = new Array<number>(size + 1).fill(0);
      row[i] = RIDGE;
      row[size] = -RIDGE * constant;
      return row;
    });
    for (const { features, right, weight } of observations) {
      const p = logistic(features, constants);
      const error = ((right ? 1 : 0) - p) * weight;
      const curvature = p * (1 - p) * weight;
      for (const [i, row] of system.entries()) {
        const x = features[i] ?? 0;
        row[size] = (row[size] ?? 0) + error * x;
        for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + curvature * x * (features[j] ?? 0);
      }
    }
    const step = solve(system);
    constants = constants.map((constant, i) => constant + (step[i] ?? 0));
  }
  return constants;
}

export function logistic(features: readonly number[], constants: readonly number[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, x, i) => sum + x * (constants[i] ?? 0), 0)));
}

/** Gauss-Jordan with pivoting; each row ends in its right-hand side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) {
      if (Math.abs(rows[k]?.[i] ?? 0) > Math.abs(rows[pivot]?.[i] ?? 0)) pivot = k;
    }
    const top = rows[pivot] ?? [];
    rows[pivot] = rows[i] ?? [];
    rows[i] = top;
    for (let k = 0; k < size; k++) {
      const row = rows[k] ?? [];
      if (k === i) continue;
      const factor = (row[i] ?? 0) / (top[i] ?? 1);
      for (let j = i; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
