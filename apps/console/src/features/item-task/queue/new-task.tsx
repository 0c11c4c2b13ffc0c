import { Button } from '@mui/material';
import { onDemand } from '../../../ui/page/on-demand.js';
import { useAddress } from '../../../ui/tables/url-state.js';

const OpenRecertificationDialog = onDemand(
  async () => (await import('../recertification/open-recertification.js')).OpenRecertificationDialog,
);

/** A parameter of the queue's address. Its presence opens the dialog; its value is the id of the referral to recertify, or empty. */
const NEW_TASK = 'newTask';

/** Opens a task that belongs to no referral. */
export function NewTask() {
  const [address, setAddress] = useAddress();
  const renews = address.get(NEW_TASK);
  const show = (id: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === null) after.delete(NEW_TASK);
        else after.set(NEW_TASK, id);
        return after;
      },
      { replace: id === null },
    );
  const close = () => show(null);
  return (
    <>
      <Button variant="contained" onPointerEnter={OpenRecertificationDialog.preload} onClick={() => show('')}>
        New task
      </Button>
      {renews === null ? null : <OpenRecertificationDialog renews={renews} onClose={close} onFailed={close} />}
    </>
  );
}
