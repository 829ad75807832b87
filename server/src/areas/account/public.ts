export { departments, notificationTypes, typesInWords } from './account-lists.ts'
export { consumeOptOut, type OptOut, removesTextRecipient, resetOptOut, sendOptOut } from './opt-out.ts'
export { readOwnAccount } from './profile.ts'
