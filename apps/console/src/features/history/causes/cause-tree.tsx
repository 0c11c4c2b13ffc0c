import { type FollowingActs, type LinkedAct } from '@throughline/contracts';
import { Typography } from '@mui/material';
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView';
import { TreeItem } from '@mui/x-tree-view/TreeItem';
import { useSimpleTreeViewApiRef } from '@mui/x-tree-view/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/api.js';
import { exactTime } from '../../../ui/words/calendar.js';
import { branchOf, moreWords } from './branches.js';

interface CauseTreeProps {
  /** From the act that began it to the act that the tree is about. */
  readonly path: readonly LinkedAct[];
  readonly labelledBy: string;
  /** What is shown of the chosen act below the tree. */
  readonly about: (act: LinkedAct) => ReactNode;
}

interface Tree {
  readonly path: readonly LinkedAct[];
  readonly expanded: readonly string[];
  readonly chosen: LinkedAct | undefined;
  /** Makes an act known to the tree, so that it can be chosen. */
  readonly know: (acts: readonly LinkedAct[]) => void;
  /** What Enter or a click does on an item that is no act, by the item's id. */
  readonly doing: Map<string, () => void>;
  readonly focus: (itemId: string) => void;
}

const TreeContext = createContext<Tree | null>(null);

/** The tree by the keys of WAI-ARIA: arrows walk and open it. The act that has the focus is chosen. It opens with the path to its act. */
export function CauseTree({ path, labelledBy, about }: CauseTreeProps) {
  const [begun] = path;
  const [expanded, setExpanded] = useState<string[]>(path.map(({ eventId }) => eventId));
  const [chosen, setChosen] = useState<LinkedAct | undefined>(path.at(-1));
  const api = useSimpleTreeViewApiRef();
  const known = useRef(new Map(path.map((act) => [act.eventId, act])));
  const doing = useRef(new Map<string, () => void>());
  const focused = useRef('');
  const tree = useMemo(
    (): Tree => ({
      path,
      expanded,
      chosen,
      know: (acts) => {
        for (const act of acts) known.current.set(act.eventId, act);
      },
      doing: doing.current,
      focus: (itemId) => api.current?.focusItem?.(null, itemId),
    }),
    [path, expanded, chosen, api],
  );
  if (begun === undefined) return null;
  return (
    <TreeContext value={tree}>
      <SimpleTreeView
        apiRef={api}
        aria-labelledby={labelledBy}
        expandedItems={expanded}
        onExpandedItemsChange={(_, items) => setExpanded(items)}
        disableSelection
        onItemFocus={(_, item) => {
          focused.current = item;
          const act = known.current.get(item);
          if (act) setChosen(act);
        }}
        onItemClick={(_, item) => doing.current.get(item)?.()}
        onKeyDown={({ key }) => {
          if (key === 'Enter' || key === ' ') doing.current.get(focused.current)?.();
        }}
      >
        <Branch act={begun} />
      </SimpleTreeView>
      {chosen ? about(chosen) : null}
    </TreeContext>
  );
}

/** An act, with what followed directly from it. That is read when the branch is opened first. */
function Branch({ act }: { readonly act: LinkedAct }) {
  const { path, expanded, chosen, know, doing, focus } = use(TreeContext)!;
  const { eventId, followed } = act;
  const read = useInfiniteQuery({
    queryKey: ['audit-following', eventId],
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /audit/acts/{eventId}/following', { params: { eventId }, query: { after } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page: FollowingActs, pages) =>
      pages.reduce((sum, { rows }) => sum + rows.length, 0) < page.found ? (page.rows.at(-1)?.position ?? null) : null,
    enabled: followed > 0 && expanded.includes(eventId),
  });
  const { data, error, fetchNextPage, refetch } = read;
  const { rows, left } = branchOf(act, path, data?.pages);
  useEffect(() => know(rows), [know, rows]);
  const more = `${eventId} more`;
  const again = `${eventId} again`;
  useEffect(() => {
    doing.set(more, () => {
      void fetchNextPage().then(({ data: read }) => {
        // The item that was chosen is gone, or stands after what it has read.
        const first = read?.pages.at(-1)?.rows[0];
        if (first) focus(first.eventId);
      });
    });
    doing.set(again, () => void refetch());
  }, [doing, more, again, fetchNextPage, refetch, focus]);
  return (
    <TreeItem
      itemId={eventId}
      label={<ActLabel act={act} isAsked={eventId === path.at(-1)?.eventId} />}
      sx={{ ...(chosen?.eventId === eventId && { '& > .MuiTreeItem-content': { bgcolor: 'action.selected' } }) }}
    >
      {followed === 0
        ? null
        : [
            ...rows.map((row) => <Branch key={row.eventId} act={row} />),
            ...(error !== null
              ? [<TreeItem key={again} itemId={again} label={`${error.message} Try again.`} />]
              : data === undefined
                ? [<TreeItem key="loading" itemId={`${eventId} loading`} label="Loading …" disabled />]
                : left > 0
                  ? [<TreeItem key={more} itemId={more} label={moreWords(left, followed)} />]
                  : []),
          ]}
    </TreeItem>
  );
}

const ActLabel = ({ act, isAsked }: { readonly act: LinkedAct; readonly isAsked: boolean }) => (
  <>
    <Typography component="span" sx={{ display: 'block', fontWeight: isAsked ? 700 : 500, overflowWrap: 'anywhere' }}>
      {act.sentence}
    </Typography>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {exactTime(Date.parse(act.at))}
    </Typography>
  </>
);
