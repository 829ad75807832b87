import { expect, test } from 'vitest'
import { firstState, type FormEvent, type FormState, isEditedSinceSave, nextState } from './form-state.ts'

interface Values {
  name: string
}
type Event = FormEvent<Values>

const values = (name: string): Values => ({ name })
const loaded = (version: number, name: string, shown = name): Event => ({
  type: 'loaded',
  version,
  values: values(name),
  shown: values(shown),
})
const typed = (name: string): Event => ({ type: 'valuesChanged', values: values(name) })
const began: Event = { type: 'saveBegan' }
const succeeded: Event = { type: 'saveSucceeded', message: 'Saved.' }
const problem = { message: 'Someone has changed it.', fields: [] }
const refused = (isStale: boolean): Event => ({
  type: 'saveRefused',
  problem,
  isStale,
  refused: new Map([['name', { value: 'mine', message: 'Taken.' }]]),
})

const after = (events: readonly Event[]): FormState<Values> =>
  events.reduce<FormState<Values>>(nextState, firstState({ version: 1, values: values('first') }))

const changed = (before: string, now: string, version: number) => ({
  before: values(before),
  now: values(now),
  version,
})

test.each<[what: string, events: Event[], expected: Partial<FormState<Values>>]>([
  [
    'what others saved is shown while the user edits',
    [loaded(2, 'theirs', 'mine')],
    { remoteChanges: changed('first', 'theirs', 2) },
  ],
  ['what others saved is no news where the user has changed nothing', [loaded(2, 'theirs')], { remoteChanges: null }],
  [
    'several changes of others are compared with what the user saw first',
    [loaded(2, 'theirs', 'mine'), loaded(3, 'theirs too', 'mine')],
    { remoteChanges: changed('first', 'theirs too', 3) },
  ],
  [
    'the version that a save made is no news',
    [typed('mine'), began, succeeded, loaded(2, 'mine', 'mine')],
    { save: { at: 'none' }, remoteChanges: null, saved: 'Saved.' },
  ],
  [
    'the version that a save made is no news where it loads before the answer',
    [typed('mine'), began, loaded(2, 'mine', 'mine'), succeeded],
    { save: { at: 'none' }, remoteChanges: null },
  ],
  [
    'the state that the user has just saved is no news, though several calls load it',
    [typed('mine'), began, loaded(2, 'mine'), succeeded, loaded(3, 'mine')],
    { remoteChanges: null },
  ],
  [
    'the version after that of the own save is news again',
    [began, succeeded, loaded(2, 'mine'), loaded(3, 'theirs', 'mine')],
    { remoteChanges: changed('mine', 'theirs', 3) },
  ],
  [
    'a save that is refused for a change of others waits for their state',
    [typed('mine'), began, refused(true)],
    { save: { at: 'stale' }, problem, failures: 1 },
  ],
  [
    'their state is shown once it is loaded, also without an edit',
    [began, refused(true), loaded(2, 'theirs')],
    { remoteChanges: changed('first', 'theirs', 2) },
  ],
  [
    'their state is shown where it loads before the refusal',
    [began, loaded(2, 'theirs', 'mine'), refused(true)],
    { save: { at: 'none' }, remoteChanges: changed('first', 'theirs', 2) },
  ],
  [
    'what loads in several parts during a save is compared with what the user saw first',
    [began, loaded(2, 'a', 'mine'), loaded(3, 'b', 'mine'), refused(false)],
    { remoteChanges: changed('first', 'b', 3) },
  ],
  [
    'a save that is canceled tells what has loaded since, and no problem',
    [began, loaded(2, 'theirs', 'mine'), { type: 'saveCanceled' }],
    { save: { at: 'none' }, problem: null, failures: 0, remoteChanges: changed('first', 'theirs', 2) },
  ],
  ['a save that begins clears the problem', [refused(false), began], { problem: null, failures: 1 }],
  ['a success hides what others saved', [loaded(2, 'theirs', 'mine'), began, succeeded], { remoteChanges: null }],
  ['an edit ends the message of the save', [began, succeeded, typed('more')], { saved: null }],
  [
    'values that the form takes from the server are no edit',
    [began, succeeded, loaded(2, 'mine'), typed('mine')],
    { saved: 'Saved.' },
  ],
  ['a submit forgets what the server refused', [refused(false), { type: 'submitted' }], { refused: new Map() }],
  ['each failed submit counts', [{ type: 'invalid', problem: null }, refused(false)], { failures: 2 }],
  [
    'a reset forgets messages, problems and what others changed',
    [loaded(2, 'theirs', 'mine'), refused(false), { type: 'reset' }],
    { problem: null, saved: null, remoteChanges: null, refused: new Map() },
  ],
])('%s', (_what, events, expected) => {
  expect(after(events)).toMatchObject(expected)
})

test.each<[what: string, events: Event[], isEdited: boolean]>([
  ['nothing was entered', [typed('mine'), began], false],
  ['the server changed the value as it saved it', [typed('mine'), began, loaded(2, 'Mine'), typed('Mine')], false],
  ['the user entered something else', [typed('mine'), began, typed('mine too')], true],
  [
    'the user entered something else, and then it loaded',
    [typed('mine'), began, typed('x'), loaded(2, 'mine', 'x')],
    true,
  ],
])('a form that is being saved knows what the user entered since: %s', (_, events, isEdited) => {
  expect(isEditedSinceSave(after(events))).toBe(isEdited)
})
