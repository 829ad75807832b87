import { Refusal } from '../../http/answers.ts'

/** Returns the data of an answer that is only refused where the acting administrator may not read it. @throws then */
export function rowsOf<Data>(answer: Data | Refusal): Data {
  if (answer instanceof Refusal) throw new Error(`A list was refused with ${answer.code}`)
  return answer
}
