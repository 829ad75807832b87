/** Texts of the list of requests of a directory. */
export const directoryRequestTexts = {
  directory_requests_lead:
    'What the directory of {name} asked for in the last 30 days, newest first, also what was refused: the last requests, {count, number} of them at the most. Of requests beyond the limit per minute there is one a minute for each node; those with a token that is not valid are not listed. Values that finding a mistake does not need are left out.',
  directory_requests_caption: 'Requests of the directory',
  directory_requests_none: 'No requests yet',
  directory_requests_none_hint: 'They appear when the directory has sent something with a token of this client.',
  directory_requests_outcome: 'Outcome',
  directory_requests_refused: 'Refused',
  directory_requests_done: 'Done',
  directory_request_time: 'Time',
  directory_request_name: 'Request',
  directory_request_person: 'User name',
  directory_request_status: 'Status',
  directory_request_reason: 'Reason',
  directory_request_duration: 'Duration (ms)',
  directory_request_details: 'Show details',
  directory_request_body: 'Body',
  directory_request_no_body: 'The request had no body that could be read.',
} as const
