/** Puts values into the braces of a text: `fill('{count} pages', { count: 3 })`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (brace, name: string) => String(values[name] ?? brace))
