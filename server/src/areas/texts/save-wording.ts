import type { saveResourceText } from '@portico/contract/texts/resource-texts.ts'
import { textProblem } from '@portico/contract/texts/text-rules.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { rewordableTexts } from '@portico/contract/texts/text-areas.ts'
import type { z } from 'zod'
import { Answer, refuse, refuseStale, type StandardRefusal, refuseField, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { type StoredWording, type WordingPlace, lockWording, putWording, removeWording } from './wording-store.ts'
import type { Tx } from '../../db/database.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { auditChange } from '../audit/public.ts'
import { queries } from '../../db/queries.ts'
import { runFirst } from '../../db/run.ts'

/** What takes a change back: what there was, and what there has to be still. */
interface WordingChange extends Omit<WordingPlace, 'language'> {
  /** Absent in changes of a version of the portal that had one language. */
  language?: WordingPlace['language']
  before: string | null
  after: string | null
}

const UNDO = 'resource text'

/** In any language, as all have the same placeholders. */
const shippedTexts = new Map(rewordableTexts[SOURCE_LANGUAGE].map(({ key, shipped }) => [key, shipped]))

const atContent = (message: Message) => refuseField('contentTxt', message)
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** Null where the wording can stand for the shipped text. */
function refuseWording(shipped: string, content: string): StandardRefusal | null {
  const problem = textProblem(shipped, content)
  if (!problem) return null
  if (problem.kind === 'blank') return atContent(sentences.text_blank)
  if (problem.kind === 'braces') return atContent(sentences.text_braces)
  const names = inBraces(problem.names)
  return atContent(
    problem.kind === 'missing'
      ? sentences.text_placeholder_missing({ names })
      : sentences.text_placeholder_unknown({ names }),
  )
}

const refuseStaleWording = (held: StoredWording | undefined) =>
  held
    ? refuseStale(held, sentences.text_changed_meanwhile, sentences.text_changed_meanwhile_unknown)
    : refuse('409', sentences.text_changed_meanwhile_unknown)

async function isClient(tx: Tx, clientId: number): Promise<boolean> {
  const found = await runFirst(
    tx,
    queries.selectFrom('clients').select('id').where('id', '=', clientId).where('is_deleted', '=', false),
  )
  return found !== undefined
}

interface Wording extends WordingPlace {
  /** Null: none of its own. */
  content: string | null
}

/** Null where there are such a text and such a client, and the wording can stand for the text. */
async function refuseImpossible(tx: Tx, { key, clientId, content }: Wording) {
  const shipped = shippedTexts.get(key)
  const isThere = shipped !== undefined && (clientId === null || (await isClient(tx, clientId)))
  if (!isThere) return refuse('404', sentences.not_found)
  return content === null ? null : refuseWording(shipped, content)
}

type SentWording = z.output<typeof saveResourceText.body>

/** Without a client the wording is for everyone, without a language it is the English one. */
const placeOf = (
  key: string,
  { clientId, languageCd }: Pick<SentWording, 'clientId' | 'languageCd'>,
): WordingPlace => ({
  key,
  clientId: clientId ?? null,
  language: languageCd ?? SOURCE_LANGUAGE,
})

/** Words a text in one language for everyone or for one client; null removes the wording. */
export async function saveWording(
  tx: Tx,
  context: CallContext,
  key: string,
  { contentTxt, version, ...whose }: SentWording,
) {
  // The database takes no half of a sign.
  const content = contentTxt?.toWellFormed() ?? null
  const place = placeOf(key, whose)
  const refused = await refuseImpossible(tx, { ...place, content })
  if (refused) return refused
  const held = await lockWording(tx, place)
  if (isStaleVersion(version, held?.version ?? null)) return refuseStaleWording(held)
  const message = content === null ? sentences.text_reset : sentences.text_saved
  const before = held?.content ?? null
  if (content === before) return new Answer(null, { message })
  await write(tx, context, held, { ...place, content })
  const snapshot: WordingChange = { ...place, before, after: content }
  return new Answer(await offerUndo(tx, { kind: UNDO, userId: context.caller.user.id, snapshot }), { message })
}

async function write(
  tx: Tx,
  context: CallContext,
  held: StoredWording | undefined,
  { content, ...place }: Wording,
): Promise<void> {
  if (content !== null) await putWording(tx, place, content, context.caller.user.id)
  else if (held) await removeWording(tx, held.id)
  const { key, clientId, language } = place
  const target = { event: 'resource_text_changed', kind: 'resource-text', id: key, clientId } as const
  const recorded = (text: string) => ({ text, language })
  auditChange(tx, context, target, held ? recorded(held.content) : null, content === null ? null : recorded(content))
}

/** Takes back one's own change; refused where the text has changed since. */
export async function undoWording(tx: Tx, context: CallContext, undoId: number) {
  const change = await takeUndo<WordingChange>(tx, UNDO, context.caller.user.id, undoId)
  if (!change) return refuse('404', sentences.undo_expired)
  const { key, clientId, language = SOURCE_LANGUAGE, before, after } = change
  const place: WordingPlace = { key, clientId, language }
  const held = await lockWording(tx, place)
  if ((held?.content ?? null) !== after) return refuse('409', sentences.text_undo_stale)
  await write(tx, context, held, { ...place, content: before })
  return new Answer(null, { message: sentences.text_undone })
}
