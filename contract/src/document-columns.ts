/** By what the lists of documents can be sorted; a page knows them before it loads any call. */
export const documentColumns = ['documentNm', 'documentTypeTxt', 'documentSizeByteCnt', 'recordAddDt'] as const
export const sharedDocumentColumns = ['documentNm', 'ownerNm', 'documentSizeByteCnt', 'sharedDt', 'expireDt'] as const
