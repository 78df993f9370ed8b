/** One server-sent event. */
export function serverEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
