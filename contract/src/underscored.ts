export type Underscored<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? '_' : ''}${Lowercase<First>}${Underscored<Rest>}`
  : ''

/** Returns a name of code with underscores, as columns and keys of texts are written: `costCenter` is `cost_center`. */
export const underscored = <Name extends string>(name: Name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Underscored<Name>
