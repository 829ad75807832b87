/** A subject in one line: a line end in it would start a header of its own. */
export function oneLine(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, ' ').trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Returns the text of an announcement's HTML, a line for each paragraph. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|tr|blockquote)>/gi, '\n')
    .replace(/<li[^>]*>/gi, '- ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Minutes until the next attempt, doubling from one up to sixty. */
export function retryMinutes(attempts: number): number {
  return Math.min(60, 2 ** (attempts - 1))
}

/** Returns the same id for every attempt of a mail, and a different one in every portal. */
export function messageId(id: number, createdAt: Date, host: string): string {
  return `<outbox-${id}.${createdAt.getTime().toString(36)}@${host}>`
}
