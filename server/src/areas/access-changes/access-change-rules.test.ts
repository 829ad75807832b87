import { expect, test } from 'vitest'
import { isOver, permissionsAfter, permissionsBefore } from './access-change-rules.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const [SOON, LATE] = [new Date('2026-07-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')]

interface Rights {
  admin?: boolean
  sensitive?: boolean
  endsAt?: Date | null
}
const system = (systemId: number, { admin = false, sensitive = false, endsAt = null }: Rights = {}) => ({
  systemId,
  isAdmin: admin,
  hasSensitiveData: sensitive,
  endsAt,
})
const page = (pageId: number, endsAt: Date | null = null) => ({ pageId, endsAt })
const holding = (...all: (ReturnType<typeof system> | ReturnType<typeof page>)[]) => ({
  system: all.filter((grant) => 'systemId' in grant),
  page: all.filter((grant) => 'pageId' in grant),
})
const none = holding()

test.each([
  ['what is new', none, system(1), holding(system(1))],
  [
    'what lasts longer',
    holding(system(1, { endsAt: SOON })),
    system(1, { endsAt: LATE }),
    holding(system(1, { endsAt: LATE })),
  ],
  ['what lasts without end', holding(system(1, { endsAt: LATE })), system(1), holding(system(1))],
  ['more rights for as long', holding(system(1)), system(1, { admin: true }), holding(system(1, { admin: true }))],
  ['nothing that is held for longer', holding(system(1)), system(1, { endsAt: LATE }), 'access_change_already'],
  [
    'nothing that is held with more rights',
    holding(system(1, { sensitive: true })),
    system(1),
    'access_change_already',
  ],
  [
    'nothing that would shorten or narrow what is held',
    holding(system(1, { admin: true, endsAt: SOON })),
    system(1, { endsAt: LATE }),
    'access_change_mixed',
  ],
  ['a page for longer', holding(page(5, SOON)), page(5, LATE), holding(page(5, LATE))],
  ['no page that is held for longer', holding(page(5)), page(5, LATE), 'access_change_already'],
] as const)('giving gives %s', (_what, held, given, expected) => {
  expect(permissionsAfter({ kind: 'give', permissions: holding(given) }, held)).toEqual(expected)
})

test.each([
  ['at once what is held', holding(system(1), system(2)), system(1), holding(system(2))],
  ['on a day what lasts longer', holding(system(1)), system(1, { endsAt: LATE }), holding(system(1, { endsAt: LATE }))],
  [
    'nothing that ends before',
    holding(system(1, { endsAt: SOON })),
    system(1, { endsAt: LATE }),
    'access_change_not_held',
  ],
  ['nothing that is not held', holding(system(2)), system(1), 'access_change_not_held'],
  ['a page alone', holding(system(1), page(5)), page(5), holding(system(1))],
] as const)('ending ends %s', (_what, held, ended, expected) => {
  expect(permissionsAfter({ kind: 'end', permissions: holding(ended) }, held)).toEqual(expected)
})

test.each([
  ['what was given goes', none, holding(system(1)), holding(system(1)), true, none],
  ['what was ended returns', holding(system(1)), none, none, true, holding(system(1))],
  ['an end moves back', holding(page(5, SOON)), holding(page(5)), holding(page(5)), true, holding(page(5, SOON))],
  ['what is held beside it stays', none, holding(system(1)), holding(system(1), system(2)), true, holding(system(2))],
  [
    'what differs by now stays',
    none,
    holding(system(1)),
    holding(system(1, { admin: true })),
    true,
    'access_change_changed_since',
  ],
  [
    'what was changed and is alike again stays',
    none,
    holding(system(1)),
    holding(system(1)),
    false,
    'access_change_changed_since',
  ],
  [
    'what would have ended by now does not return',
    holding(system(1, { endsAt: new Date(NOW) })),
    none,
    none,
    true,
    'access_change_changed_since',
  ],
  [
    'a page that would have ended by now does not return, one that ends later does',
    holding(page(5, new Date(NOW)), page(6, new Date(NOW.getTime() + 1))),
    none,
    none,
    true,
    holding(page(6, new Date(NOW.getTime() + 1))),
  ],
] as const)('taken back: %s', (_what, before, after, held, isUntouched, expected) => {
  const untouched = { system: () => isUntouched, page: () => isUntouched }
  expect(permissionsBefore({ before, after }, held, untouched, NOW)).toEqual(expected)
})

test.each([
  ['a millisecond before', 1, false],
  ['at', 0, true],
  ['after', -1, true],
])('%s the moment until which an act can be taken back', (_when, ms, over) => {
  expect(isOver(new Date(NOW.getTime() + ms), NOW)).toBe(over)
})
test('what cannot be taken back is over', () => expect(isOver(null, NOW)).toBe(true))
