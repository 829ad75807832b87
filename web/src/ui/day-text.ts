/** A calendar day in words: '2026-11-21' is '11/21/2026' (GENL-024). */
export const dayText = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
