import type { SourceDocument } from './protocol/scim-values.ts'

/** A membership as the other side has it. */
export interface Link {
  readonly value: number
  readonly display: string
}

/** A resource as lists read it; `isActive` is null of a group. */
export interface ListedResource {
  readonly id: number
  readonly doc: SourceDocument
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly isActive: boolean | null
  readonly links: readonly Link[] | null
}
