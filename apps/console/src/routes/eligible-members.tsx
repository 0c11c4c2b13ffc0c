import { Navigate } from 'react-router-dom';

/** An earlier address of the tab. */
export const Component = () => <Navigate to="/admin?tab=eligible-members" replace />;
