import { notFound, useParams } from '@tanstack/react-router'

/** Ids are positive 32-bit integers; written otherwise, the address is another one. */
const PATH_ID = /^[1-9]\d{0,8}$/

type Names<Address extends string> = Address extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Address extends `${string}$${infer Name}`
    ? Name
    : never

/** Parameters of an address: those whose names end with `Id` are ids. */
export type PathParams<Address extends string> = {
  readonly [Name in Names<Address>]: Name extends `${string}Id` ? number : string
}

/**
 * Reads the parameters of an address, before anything is loaded for them.
 * @throws notFound() where one is no id, such as `abc`, `0` or `1e3`
 */
export const readPathIds = <Params extends Readonly<Record<string, string>>>(params: Params) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (!name.endsWith('Id')) return [name, value]
      if (!PATH_ID.test(value)) throw notFound()
      return [name, Number(value)]
    }),
  ) as { [Name in keyof Params]: Name extends `${string}Id` ? number : string }

/** The id that the address of the page has under this name; its route has read it by `readPathIds`. */
export function usePathId(name: string): number {
  const params: Partial<Record<string, unknown>> = useParams({ strict: false })
  return Number(params[name])
}
