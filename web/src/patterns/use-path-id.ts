import { useParams } from '@tanstack/react-router'

/** The id that the address of the page has under this name; NaN where it is no number. */
export function usePathId(name: string): number {
  const params: Partial<Record<string, string>> = useParams({ strict: false })
  return Number(params[name])
}
