import type { AccessChange } from '@portico/contract/access-changes/access-changes.ts'

/** An act that has given one user an application. */
export const givenToOne: AccessChange = {
  accessChangeId: 7,
  kindCd: 'give',
  stateCd: 'done',
  applications: [{ systemNm: 'Ledger', pageNm: null }],
  leaverNm: null,
  recipientNm: null,
  startedDt: new Date('2026-11-20T15:00:00Z'),
  startedByNm: 'Grace Hopper',
  plannedDt: null,
  reasonTxt: '',
  userCnt: 1,
  waitingCnt: 0,
  changedCnt: 1,
  leftOutCnt: 0,
  failedCnt: 0,
  undoneCnt: 0,
  keptCnt: 0,
  undoUntilDt: new Date('2099-01-01T00:00:00Z'),
  leftOut: [],
  reasons: [],
}
