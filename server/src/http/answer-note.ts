import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { FastifyReply } from 'fastify'
import { isIssue } from './answers.ts'
import { type Message, MessageRef } from './sentences.ts'

/** What the log keeps of an answer: its code, and the keys of the texts that it says, none of them twice. */
export interface AnswerNote {
  readonly code: string
  readonly texts: readonly TextKey[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: a success that says nothing, or bytes. */
    answerNote: AnswerNote | null
  }
}

/** Keeps code and texts of an answer for the log; `data` of a refusal may hold texts, too. */
export function noteAnswer(reply: FastifyReply, code: string, message: Message, data: unknown = null): void {
  const texts = [...keysIn(message), ...keysOfData(data)]
  reply.request.answerNote = { code, texts: [...new Set(texts)] }
}

/** Keys of a message, and of the sentences that fill its placeholders. */
function keysIn(message: Message): TextKey[] {
  if (!(message instanceof MessageRef)) return message.flatMap(keysIn)
  const values = Object.values(message.values).flat()
  return [message.key, ...values.flatMap((value) => (value instanceof MessageRef ? keysIn(value) : []))]
}

function keysOfData(data: unknown): TextKey[] {
  if (data instanceof MessageRef) return keysIn(data)
  return Array.isArray(data) ? data.flatMap((item) => (isIssue(item) ? keysIn(item.message) : [])) : []
}
