import * as z from 'zod/mini'
import {
  brandFiles,
  DefaultBranding,
  Preview,
  previewFiles,
  PreviewForm,
  PreviewInfo,
  PreviewQuery,
  SaveDefaultBrandForm,
} from './brand-forms.ts'
import { OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })

export const getCurrentDefaultBranding = endpoint({
  name: 'getCurrentDefaultBranding',
  method: 'GET',
  path: `${reads}/default-branding`,
  guard,
  data: DefaultBranding,
})

export const getPrevDefaultBranding = endpoint({
  name: 'getPrevDefaultBranding',
  method: 'GET',
  path: `${reads}/prev-default-branding`,
  guard,
  data: DefaultBranding,
})

export const listDefaultBrandingVersions = endpoint({
  name: 'listDefaultBrandingVersions',
  method: 'GET',
  path: `${writes}/default-branding-versions`,
  guard,
  params: OwnUid,
  data: z.array(DefaultBranding),
})

export const saveDefaultBranding = endpoint({
  name: 'saveDefaultBranding',
  method: 'POST',
  path: `${writes}/save-default-branding`,
  kind: 'form-files',
  guard,
  params: OwnUid,
  body: SaveDefaultBrandForm,
  files: brandFiles,
  data: DefaultBranding,
})

export const usePrevDefaultBranding = endpoint({
  name: 'usePrevDefaultBranding',
  method: 'POST',
  path: `${writes}/use-prev-branding`,
  guard,
  params: OwnUid,
  data: DefaultBranding,
})

export const generateDefaultPreview = endpoint({
  name: 'generateDefaultPreview',
  method: 'POST',
  path: `${writes}/generate-preview`,
  kind: 'form-files',
  guard,
  params: OwnUid,
  body: PreviewForm,
  files: previewFiles,
  data: PreviewInfo,
})

export const getDefaultPreview = endpoint({
  name: 'getDefaultPreview',
  method: 'GET',
  path: `${writes}/get-preview`,
  guard,
  params: OwnUid,
  query: PreviewQuery,
  data: Preview,
})

export const summaries = {
  getCurrentDefaultBranding: 'The brand of the sign-in page and of clients without their own',
  getPrevDefaultBranding: 'The default branding before the current one',
  listDefaultBrandingVersions: 'The latest 50 versions of the default branding, newest first',
  saveDefaultBranding: 'Save the default branding: its parts, or the previous one',
  usePrevDefaultBranding: 'Use the previous default branding again',
  generateDefaultPreview: 'Check an image of the default branding and keep it in the upload workspace',
  getDefaultPreview: 'The image of a field of the default branding in the upload workspace, as it would be saved',
}
