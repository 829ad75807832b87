/** Sort columns of the document lists, in a file of their own so that pages need not load the endpoints. */
export const documentColumns = ['documentNm', 'documentTypeTxt', 'documentSizeByteCnt', 'recordAddDt'] as const
export const sharedDocumentColumns = ['documentNm', 'ownerNm', 'documentSizeByteCnt', 'sharedDt', 'expireDt'] as const
