import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { callPage } from '../../api/call.ts'
import type { FindRecords } from '../../shell/found-records.ts'
import { settingsOfClient } from './screen.ts'

/** Finds clients by their names, whose settings open. */
export const findRecords: FindRecords = async ({ uid, text, signal }) => {
  const { rows } = await callPage(
    listBrandedClients,
    { params: { uid }, query: { nm: text, pageNo: 1, pageSize: 15 } },
    signal,
  )
  return rows.map(({ clientId, clientNm }) => ({
    kindCd: 'client',
    id: String(clientId),
    titleTxt: clientNm,
    placeTxt: null,
    target: settingsOfClient.link({ clientId }),
  }))
}
