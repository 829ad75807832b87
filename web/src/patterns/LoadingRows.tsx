import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useTexts } from '../api/texts.ts'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import classes from './PaginatedList.module.css'

/** Stands in the place of rows that are loaded. */
export function LoadingRows({ className = '' }: { className?: string | undefined }) {
  const t = useTexts(listTexts)
  return (
    <div className={`${className} ${classes['loading']}`} aria-busy="true" aria-label={t.list_loading} role="group">
      <SkeletonLines lines={8} height="2.75rem" />
    </div>
  )
}
