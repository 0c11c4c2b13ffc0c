import { Navigate } from 'react-router-dom';

/** The address of the tab in releases before 2.3.1: it goes with the release after 2.3.1. */
export const Component = () => <Navigate to="/admin?tab=eligible-members" replace />;
