/** Letters and digits that are not easily confused. */
export const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
export const CODE_LENGTH = 12

/** Display form: three groups of four. */
export function grouped(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** Comparison form: without case, spaces and dashes. */
export function foldRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}
