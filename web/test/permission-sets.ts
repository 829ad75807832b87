import type { PermissionSet, SetOfUser } from '@portico/contract/permission-sets/permission-sets.ts'

/** A permission set that a user has. */
export const heldClerk: SetOfUser = {
  setId: 7,
  setNm: 'Accounting clerk',
  versionNr: 3,
  givesList: ['Ledger', 'Ledger / Entries'],
  endsList: ['Ledger / Entries'],
  givenDt: new Date('2026-11-20T15:00:00Z'),
  endDt: null,
  givenByNm: 'Grace Hopper',
  groupNms: [],
}

/** A permission set of all clients. */
export const readerSet: PermissionSet = {
  setId: 8,
  setNm: 'Reader',
  descriptionTxt: '',
  requestableFlg: false,
  clientId: null,
  clientNm: null,
  ownerNm: 'Grace Hopper',
  holderCnt: 12,
  items: [{ systemId: 30, systemNm: 'Ledger', pageId: null, pageNm: null, givenFlg: true, givenByNm: 'Grace Hopper' }],
  versionNr: 1,
  mayChangeFlg: true,
}
