import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { setFavorite, type UserSection } from '@portico/contract/home.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { call } from '../../api/call.ts'
import { messageOrRetry } from '../../api/message-or-retry.ts'
import { queryClient } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { patchTile, sectionsQuery } from './home-queries.ts'

/** Marks or unmarks a favorite at once, and reverts it with a message when that cannot be saved (HOME-020). */
export function useFavorite(uid: number, { sectionId, userSectionDetails }: UserSection) {
  const t = useTexts(homeTexts)
  /** The server's value, while changes are in progress. */
  const stored = useRef(false)
  const underWay = useRef(0)
  const { mutate } = useMutation({
    // Changes of one star are sent in order, one after the other.
    scope: { id: `favorite ${sectionId}` },
    mutationFn: (favoriteFlg: boolean) =>
      call(setFavorite, { params: { uid, sectionId }, body: { userSectionDetails: { favoriteFlg } } }),
    onMutate: async (favoriteFlg) => {
      if (underWay.current === 0) stored.current = userSectionDetails.favoriteFlg
      underWay.current += 1
      // An answer in progress still has the old value.
      await queryClient.cancelQueries({ queryKey: sectionsQuery(uid).queryKey })
      patchTile(uid, sectionId, { favoriteFlg })
    },
    onSuccess: (_data, favoriteFlg) => {
      stored.current = favoriteFlg
    },
    onError: (error) => toast.error(messageOrRetry(error, t.favorite_failed)),
    onSettled: () => {
      underWay.current -= 1
      if (underWay.current === 0) patchTile(uid, sectionId, { favoriteFlg: stored.current })
    },
  })
  return mutate
}
