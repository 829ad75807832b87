import type { Logger } from '../logging.ts'
import type { Payload, QueueName } from './queue.ts'

export interface JobContext {
  /** Aborted when the run takes too long, its node stops or its turn went to another node. */
  readonly signal: AbortSignal
  readonly logger: Logger
  /** 1 for the first try. */
  readonly attempt: number
}

/** What is done with the jobs of a queue. May run twice where a node dies before its end is noted. */
export interface JobDefinition<Name extends QueueName = QueueName> {
  readonly name: Name
  run(payload: Payload<Name>, context: JobContext): Promise<void>
}

/** How one run of a job ended. */
export interface JobRun {
  readonly job: QueueName
  readonly outcome: 'done' | 'failed'
  readonly seconds: number
}
