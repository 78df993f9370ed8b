/**
 * `text` with every line end as `\n`. Answers are shown that way, while documents may end their lines
 * in `\r\n`: whatever compares the two compares this form. Offsets stay those of the raw document.
 */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
