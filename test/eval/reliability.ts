/** Predicted against observed probability, in ten bins. */
export interface Reliability {
  add(probability: number, right: boolean, weight?: number): void;
  /** `predicted>observed (weight)` per bin, then the expected calibration error. */
  line(): string;
  /** Mean distance of predicted and observed over the bins, weighted. */
  expectedError(): number;
}

export function createReliability(): Reliability {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, predicted: 0, right: 0 }));

  function expectedError(): number {
    const total = bins.reduce((sum, bin) => sum + bin.weight, 0);
    const distance = bins.reduce((sum, bin) => sum + Math.abs(bin.predicted - bin.right), 0);
    return total === 0 ? 0 : distance / total;
  }

  return {
    add(probability, right, weight = 1) {
      const bin = bins[Math.min(9, Math.floor(probability * 10))];
      if (bin === undefined) return;
      bin.weight += weight;
      bin.predicted += probability * weight;
      bin.right += right ? weight : 0;
    },
    line() {
      const cells = bins
        .filter((bin) => bin.weight > 0)
        .map((bin) => {
          const predicted = (bin.predicted / bin.weight).toFixed(2);
          const observed = (bin.right / bin.weight).toFixed(2);
          return `${predicted}>${observed} (${Math.round(bin.weight)})`;
        });
      return `${cells.join('  ')}  mean error ${expectedError().toFixed(3)}`;
    },
    expectedError,
  };
}
