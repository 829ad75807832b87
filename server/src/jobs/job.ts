import type { Logger } from '../logging.ts'
import type { Payload, QueueName } from './queue.ts'

export interface JobContext {
  /** Aborted when the run takes too long, its node stops or another node took it over. */
  readonly signal: AbortSignal
  readonly logger: Logger
  /** 1 for the first attempt. */
  readonly attempt: number
  /** What an administrator wrote beside the schedule; usually empty. */
  readonly parameters: string
}

/** A handler of the jobs of a queue. May run twice when a node dies before its end is recorded. */
export interface JobDefinition<Name extends QueueName = QueueName> {
  readonly name: Name
  /** May return a sentence for the record of the run, made by `jobOutcome`. */
  run(payload: Payload<Name>, context: JobContext): Promise<string | void>
}

/** How one run of a job ended. */
export interface JobRun {
  readonly job: QueueName
  readonly outcome: 'done' | 'failed'
  readonly seconds: number
}

/** A run that failed and is not tried again, of a job whose schedule names an address for that. */
export interface JobFailure {
  readonly runId: number
  readonly name: string
  readonly message: string
  readonly notifyEmail: string
}
