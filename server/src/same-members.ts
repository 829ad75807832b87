/** True for two lists with the same members, whatever their order and however often each is named. */
export function hasSameMembers<Member>(some: readonly Member[], others: readonly Member[]): boolean {
  const wanted = new Set(others)
  return new Set(some).size === wanted.size && some.every((member) => wanted.has(member))
}
