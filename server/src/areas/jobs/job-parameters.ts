import { parseDormancy } from '@portico/contract/dormancy-rules.ts'
import { type Sentence, sentences } from '../../http/sentences.ts'
import type { QueueName } from '../../jobs/queue.ts'

interface ParameterRule {
  isValid(parameters: string): boolean
  message: Sentence
}

/** Of the jobs that read parameters; the other ones ignore theirs. */
const rules: Partial<Record<QueueName, ParameterRule>> = {
  'dormant-users': { isValid: (text) => parseDormancy(text) !== null, message: sentences.job_dormancy_invalid },
}

/** Returns the sentence that says why a job cannot read its parameters; null where it can. */
export function parameterProblem(code: string, parameters: string): Sentence | null {
  const rule = rules[code as QueueName]
  return rule && !rule.isValid(parameters) ? rule.message : null
}
