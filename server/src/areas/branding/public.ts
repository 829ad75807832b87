export { brandColumns, brandJoins, type BrandRow } from './brand-list.ts'
export { readUploadedImage } from './brand-uploads.ts'
export { imageUrl } from './brand-view.ts'
