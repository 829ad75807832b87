/** How many codes somebody gets at once. */
export const RECOVERY_CODES = 10

/** Letters and digits that nobody mistakes for others. */
export const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
export const CODE_LENGTH = 12

/** As it is shown: three groups of four. */
export function grouped(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** As it is compared: without case, spaces and dashes. */
export function foldRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}
